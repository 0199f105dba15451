/**
 * What every process that a test starts gets of this one's environment, and nothing more: where programs are, and how Node
 * starts fast (its cache of compiled code, and whether children of a sandbox run from the build).
 */
export const childEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE', 'NODE_OPTIONS'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  }),
)
