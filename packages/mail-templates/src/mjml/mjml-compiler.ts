import type mjml2html from 'mjml-browser'

let loaded: Promise<typeof mjml2html> | undefined

/**
 * MJML's compiler, loaded once. Where it stands in a bundle, what it was built with finds the global object as `window`
 * alone, or by a program made of a text, which the children refuse: so there is a `window` while it loads.
 */
export const mjmlCompiler = (): Promise<typeof mjml2html> => (loaded ??= load())

async function load(): Promise<typeof mjml2html> {
  if ('window' in globalThis) return (await import('mjml-browser')).default
  Reflect.set(globalThis, 'window', globalThis)
  try {
    return (await import('mjml-browser')).default
  } finally {
    Reflect.deleteProperty(globalThis, 'window')
  }
}
