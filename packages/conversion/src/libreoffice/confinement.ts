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
let hasNice: boolean | undefined

const works = ([program = '', ...parameters]: readonly string[]): boolean =>
  spawnSync(program, [...parameters, 'true'], { stdio: 'ignore', timeout: 2000 }).status === 0

/**
 * The command that runs a program confined.
 * @param niceness by how much its priority is lower than that of the service, 0 to 19, where the system has `nice`
 */
export function confined(
  program: string,
  niceness: number,
): { readonly program: string; readonly before: readonly string[] } {
  confinement ??= process.platform === 'linux' ? (confinements.find(works) ?? []) : []
  hasNice ??= process.platform !== 'win32' && works(['nice'])
  const [first = program, ...rest] = [
    ...confinement,
    ...(hasNice && niceness > 0 ? ['nice', '-n', `${niceness}`] : []),
    program,
  ]
  return { program: first, before: rest }
}
