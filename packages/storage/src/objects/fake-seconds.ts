/** The clock of a stand-in whose times are in whole seconds, as HTTP has them; a test need not wait for the next one. */
export function startSeconds() {
  let passed = 0
  return {
    now: () => new Date((Math.floor(Date.now() / 1000) + passed) * 1000),
    pass(count = 1): void {
      passed += count
    },
  }
}
