import { describeRule } from './rule.fixture.ts'

const path = 'paths/lamps_{lampId}.yaml'
const accepting = (methods: string) => [path, 'put:\n', `put:\n  x-also-accepts: ${methods}\n`] as const
const diagnostic = (place: string) =>
  `${path} put.x-also-accepts${place}: \`x-also-accepts\` is a list of methods in lower case: [put].`

describeRule('also-accepts', {
  accepts: { 'another method': [accepting('[post]')], 'several methods': [accepting('[post, patch]')] },
  rejects: {
    'one method without a list': [diagnostic(''), accepting('post')],
    'a method in capitals': [diagnostic('.0'), accepting('[POST]')],
    'no method': [diagnostic(''), accepting('[]')],
  },
})
