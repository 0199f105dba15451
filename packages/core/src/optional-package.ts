import { ChanceryError } from './errors.ts'

/**
 * Loads a library that is installed only where it is wanted.
 * @param purpose for which it is wanted: "To send by SendGrid"
 * @param load imports it, written out where it is called, so that a bundler sees it
 * @throws `unsupported_option` that says what to install
 */
export async function optionalPackage<Module>(
  name: string,
  purpose: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
    // Of what the library itself lacks, its own error tells more.
    if (code !== 'ERR_MODULE_NOT_FOUND' || !String(message).includes(`'${name}'`)) throw error
    throw notInstalled(purpose, [name], error)
  }
}

/** What to do where libraries are not there. @param purpose "To read pictures" */
export const notInstalled = (purpose: string, names: readonly string[], cause?: unknown): ChanceryError =>
  new ChanceryError('unsupported_option', installHint(purpose, names), { cause, details: { install: names } })

/** The same in words alone. */
export const installHint = (purpose: string, names: readonly string[]): string =>
  `${purpose}, install what it needs: \`npm install ${names.join(' ')}\`.`
