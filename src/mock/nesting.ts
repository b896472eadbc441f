/** Whether a value has more than so many objects and arrays inside one another. Without recursion: no depth exhausts the stack. */
export function nestsDeeperThan(levels: number, root: unknown): boolean {
  const pending: { value: unknown; level: number }[] = [{ value: root, level: 0 }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, level } = next
    if (typeof value !== 'object' || value === null) continue
    if (level === levels) return true
    for (const member of Object.values(value)) pending.push({ value: member, level: level + 1 })
  }
  return false
}
