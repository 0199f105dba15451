const rows = 60_000
const rounds = 5

/**
 * Processor time, in ms, of a fixed piece of work: rows are made, written as JSON, read, sorted and searched; the median of
 * five. By it the figures of two machines can be compared, or of one on two days.
 */
export function referenceMs(): number {
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0)
}

/** How many of the rows have a name that ends so, so that nothing of it can be left out. */
function work(): number {
  const made = Array.from({ length: rows }, (_, at) => ({
    id: (at * 7919) % rows,
    name: `Client ${((at * 104_729) % rows).toString(36)}`,
    due: at / 7,
  }))
  const read = JSON.parse(JSON.stringify(made)) as typeof made
  return read.toSorted((a, b) => (a.name < b.name ? -1 : 1)).filter(({ name }) => /[a-m]\d?$/.test(name)).length
}
