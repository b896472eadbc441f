import base from './vitest.config.ts'
for (const p of base.test!.projects as any[]) p.test.setupFiles = ['/tmp/wt/pipeline/cpu.setup.ts']
export default base
