/**
 * What asks a process to end: a supervisor, Ctrl-C and Ctrl-\, a terminal that closes (Node is told of that under nohup too),
 * and what some managers of processes send for another start.
 */
const ending = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const

/** Has a process end in order. @param end may be called again while it ends */
export function endAtSignals(end: () => void): void {
  for (const signal of ending) process.on(signal, end)
  // Node would open its debugger, through which whoever is on the machine reads all that the process has.
  process.on('SIGUSR1', () => undefined)
}
