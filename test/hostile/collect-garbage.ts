/**
 * Loaded into the attacked service before it starts, with `--expose-gc`: at SIGWINCH it collects all of its garbage, so that
 * what remains is what it refers to.
 */
const collect = (globalThis as { gc?: (options: object) => void }).gc

process.on('SIGWINCH', () => collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }))
