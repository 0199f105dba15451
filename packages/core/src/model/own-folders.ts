/** Folders at the root of a store that are the service's own: nothing in them is a caller's document. */
export const ownFolders = {
  /** The local store's index, journal and temporary files. */
  store: '.chancery',
  /** The documents of spaces, a folder each. */
  spaces: '.spaces',
  /** Inputs, parts and answers of calls that are done in the background, a folder each. */
  calls: '.calls',
  /** Parts of documents that are not whole yet, a folder for each caller. */
  uploads: '.uploads',
} as const

/** As file systems compare names that ignore case, compatibility forms, invisible characters, or what Windows cuts off. */
const folded = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/:.*$/su, '')
    .replace(/[. ]+$/u, '')

/** The service's own folder that a path leads into, in whatever form it is written; `undefined`: none. */
export function ownFolderOf(path: string): string | undefined {
  // A listing asks for each of its entries, and hardly any begins like one of ours.
  if (/^[\w-]/.test(path)) return undefined
  const [first = ''] = path.split('/', 1)
  const name = folded(first)
  return Object.values(ownFolders).find((own) => own === name)
}
