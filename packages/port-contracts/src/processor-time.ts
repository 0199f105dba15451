/** How long a processor worked on `run` in this thread, in ms: what else the machine does, and waiting, count little or not at all. */
export async function processorMs(run: () => unknown): Promise<number> {
  const begin = process.threadCpuUsage()
  await run()
  const { user, system } = process.threadCpuUsage(begin)
  return (user + system) / 1000
}
