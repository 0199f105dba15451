import { spawnSync } from 'node:child_process'

/**
 * What goes before the program so that it has no network, and ends when this process does, however that ends: namespaces
 * of its own (util-linux), where the system lets us have them.
 */
const confinements: readonly (readonly string[])[] = [
  [
    'setpriv',
    '--pdeathsig',
    'KILL',
    'unshare',
    '--user',
    '--map-current-user',
    '--net',
    '--pid',
    '--fork',
    '--kill-child',
  ],
  ['unshare', '--user', '--map-current-user', '--net', '--pid', '--fork', '--kill-child'],
]

let confinement: readonly string[] | undefined

export function confined(program: string): { readonly program: string; readonly before: readonly string[] } {
  confinement ??=
    process.platform === 'linux'
      ? (confinements.find(
          ([wrapper = '', ...rest]) =>
            spawnSync(wrapper, [...rest, 'true'], { stdio: 'ignore', timeout: 2000 }).status === 0,
        ) ?? [])
      : []
  const [wrapper, ...rest] = confinement
  return wrapper === undefined ? { program, before: [] } : { program: wrapper, before: [...rest, program] }
}
