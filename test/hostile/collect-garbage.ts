/**
 * Loaded into the attacked service before it starts, with `--expose-gc`: at SIGUSR2 it collects all of its garbage, so that
 * what remains is what it refers to.
 */
const collect = (globalThis as { gc?: (options: object) => void }).gc

process.on('SIGUSR2', () => collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }))
