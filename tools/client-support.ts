/**
 * Packs what e-mail validation knows of others: which mail program shows what (caniemail.com), and the names of CSS
 * properties. Reads the packages in node_modules; to refresh, raise their versions in `tools/package.json` first, and
 * format what is written (`node tools/chancery.mjs format`).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { all } from 'known-css-properties'

const target = join(import.meta.dirname, '../packages/mail-templates/src')

interface Feature {
  readonly slug: string
  readonly title: string
  readonly category: string
  /** Verdicts by family, platform and version. */
  readonly stats: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>
}
interface Source {
  readonly last_update_date: string
  readonly nicenames: {
    readonly family: Readonly<Record<string, string>>
    readonly platform: Readonly<Record<string, string>>
  }
  readonly data: readonly Feature[]
}

const data = readFileSync(fileURLToPath(import.meta.resolve('caniemail/caniemail.json')), 'utf8')

// Versions are listed oldest first; an object would put those that look like integers before all others.
const source = JSON.parse(data.replace(/"(\d+)"\s*:\s*"(?=[yanu])/g, '"v$1": "')) as Source

const clients = [
  ...new Set(
    source.data.flatMap(({ stats }) =>
      Object.entries(stats).flatMap(([family, platforms]) => Object.keys(platforms).map((each) => `${family}.${each}`)),
    ),
  ),
].sort()

/** The verdict on the newest version: y(es), a (partly), n(o), u(nknown). */
function verdict({ stats }: Feature, client: string): string {
  const [family = '', platform = ''] = client.split('.')
  return Object.values(stats[family]?.[platform] ?? {}).at(-1)?.[0] ?? 'u'
}

const { family: families, platform: platforms } = source.nicenames
const nameOf = (client: string): string => {
  const [family = '', platform = ''] = client.split('.')
  return `${families[family] ?? family} (${platforms[platform] ?? platform})`
}
const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`
/** Where the data come from, with the licence that goes along with every copy: bundles keep comments with `!`. */
function banner(name: string): string {
  const file = (path: string): string => readFileSync(join(import.meta.dirname, 'node_modules', name, path), 'utf8')
  const { version } = JSON.parse(file('package.json')) as { readonly version: string }
  return `/*!
Made by \`node tools/client-support.ts\` from the npm package ${name} ${version}. Not written by hand.

${file('LICENSE').trimEnd()}
*/
`
}

const features = source.data.map(
  (feature) =>
    `  [${quoted(feature.slug)}, ${quoted(feature.title.trim())}, '${clients.map((client) => verdict(feature, client)).join('')}'],`,
)
writeFileSync(
  join(target, 'validate/clients/client-support-data.ts'),
  `${banner('caniemail')}
/** When the data were last changed. */
export const dataDate = '${source.last_update_date.slice(0, 10)}'

/** Mail programs: family, dot, platform; and their names. In the order of the letters below. */
export const clientNames: readonly (readonly [id: string, name: string])[] = [
${clients.map((client) => `  [${quoted(client)}, ${quoted(nameOf(client))}],`).join('\n')}
]

/** Features: slug at caniemail.com, title, a letter for each mail program: y(es), a (partly), n(o), u(nknown). */
export const features: readonly (readonly [slug: string, title: string, support: string])[] = [
${features.join('\n')}
]
`,
)

// A prefixed name is known by what comes after the prefix; what Outlook alone knows begins with mso-.
const properties = [...new Set(all.filter((name) => !name.startsWith('-')))].sort()
const lines: string[] = []
for (const name of properties) {
  const last = lines.at(-1)
  if (last === undefined || last.length + name.length > 100) lines.push(name)
  else lines[lines.length - 1] = `${last} ${name}`
}
writeFileSync(
  join(target, 'page/css-properties-data.ts'),
  `${banner('known-css-properties')}
/** Names of CSS properties, without those that begin with a vendor's prefix. */
export const cssProperties: ReadonlySet<string> = new Set(
  [
${lines.map((line) => `    '${line}',`).join('\n')}
  ].flatMap((line) => line.split(' ')),
)
`,
)
console.log(`${features.length} features of ${clients.length} mail programs, ${properties.length} properties`)
