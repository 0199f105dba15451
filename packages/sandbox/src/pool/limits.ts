/** What a child may use, and how long it is kept. */
export interface SandboxLimits {
  /** Bytes of JavaScript objects. */
  readonly heapBytes: number
  /** Bytes of memory that the kernel lets a child ask for; an empty Node asks for some 500 MB. */
  readonly dataBytes: number
  /** Bytes of memory in use, where the kernel does not bound them and they have to be watched. */
  readonly residentBytes: number
  /** Bytes of one answer. */
  readonly answerBytes: number
  /** Calls that wait for a free child. */
  readonly waiting: number
  /** Jobs after which a child is replaced. */
  readonly jobs: number
  /** Bytes of memory that a child may hold after a job beyond what it held when it was ready; above, it is replaced. */
  readonly grownBytes: number
  /** How much the service and all others go before a child, 0 to 19. */
  readonly niceness: number
  /** Time for a child to start, in ms. */
  readonly startMs: number
  /** How long the check of a pool waits for a start, in ms: one that takes longer has not failed. */
  readonly doubtMs: number
  /** Time that a cancelled job has to end by itself, in ms. */
  readonly cancelMs: number
  /** How long a document whose work was stopped is refused at once, in ms. */
  readonly refuseMs: number
}

const megabyte = 1024 ** 2

export const defaultSandboxLimits: SandboxLimits = {
  heapBytes: 1024 * megabyte,
  dataBytes: 3072 * megabyte,
  residentBytes: 2048 * megabyte,
  answerBytes: 256 * megabyte,
  waiting: 256,
  jobs: 5000,
  grownBytes: 256 * megabyte,
  niceness: 10,
  startMs: 30_000,
  doubtMs: 1000,
  cancelMs: 50,
  refuseMs: 60_000,
}
