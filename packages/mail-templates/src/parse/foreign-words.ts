/** What a tag of another system is, and how the same is written here. */
export interface ForeignWords {
  readonly system: string
  readonly hint: string
}

type Groups = readonly (string | undefined)[]

const path = String.raw`[\p{L}_][\p{L}\p{N}_.]*`
const of = (source: string): RegExp => new RegExp(source.replaceAll('@@', path), 'u')
const value = (name: string | undefined): string => `Write {{${name}}}.`
const orElse = (name: string | undefined, otherwise: string | undefined): string =>
  otherwise === undefined
    ? value(name)
    : `Write {{${name} | default:"${otherwise.replaceAll(/^["'\s]+|["'\s]+$/g, '')}"}}.`
const fixed = (hint: string) => () => hint

const condition = 'Write {{#if x}}…{{else if y}}…{{else}}…{{/if}}.'
const loop = 'Write {{#each list}}…{{/each}}; inside it the fields of an item are read by their names.'

/** What other systems write between the same braces, by its signs: the system, and what is written here. */
const systems: readonly (readonly [pattern: RegExp, system: string, hint: (groups: Groups) => string])[] = [
  [of(String.raw`^content_blocks\.\$\{(@@)`), 'Braze', ([, name]) => `Give it as a partial, and write {{> ${name}}}.`],
  [
    of(String.raw`^((?:@@\.)?)\$\{\s*(@@)\s*\}?(?:\s*\|\s*default\s*:\s*(["'][^"']*["']))?`),
    'Braze',
    ([, before = '', name, otherwise]) => orElse(before + name, otherwise),
  ],
  [of(String.raw`^(?:var|data|mj):(@@)(?::(.+))?$`), 'Mailjet', ([, name, otherwise]) => orElse(name, otherwise)],
  [
    of(String.raw`^(@@(?: [\p{L}\p{N}_]+)*):default=(.*)$`),
    'Marketo',
    ([, name, otherwise]) => orElse(name, otherwise),
  ],
  [/^\d+__\w+$/, 'Zapier', fixed('Write the name of a value.')],
  [/^@content$/, 'Postmark', fixed('Put the html of the layout around that of the template, or give it as partials.')],
  [/^pm:\w+/, 'Postmark', fixed('Give `unsubscribe` with the call, and the address of the link as a value.')],
  [of(String.raw`^\.([\p{L}_][\p{L}\p{N}_.]*)$`), 'Go', ([, name]) => value(name)],
  [of(String.raw`^-\s*(@@)?|\s-$`), 'Liquid or Jinja', fixed('White space is taken away by {{~name~}}.')],
  [
    of(String.raw`^(.+?)\s+if\s+(.+?)\s+else\s+(.+)$`),
    'Jinja',
    ([, yes, test, no]) => value(`${test} ? ${yes} : ${no}`),
  ],
  [of(String.raw`^(@@)\s~\s(@@)$`), 'Twig or Jinja', ([, one, other]) => `Write {{${one}}}{{${other}}}.`],
  [
    of(String.raw`^@@(?:\?\.@@)+$`),
    'JavaScript',
    fixed('Write {{a.b}}: what is missing on the way is no fault of its own.'),
  ],
  [of(String.raw`^(@@)\s*\|\s*lookup\s*:\s*["']([^"']+)["']`), 'Klaviyo', ([, of, key]) => value(`${of}.[${key}]`)],
  [
    of(String.raw`^personalization_token\(\s*["'](@@)["']\s*(?:,\s*(["'][^"']*["'])\s*)?\)`),
    'HubSpot',
    ([, name, otherwise]) => orElse(name, otherwise),
  ],
  [of(String.raw`^defaultIfEmpty\s+(@@)\s+(.+)$`), 'Iterable', ([, name, otherwise]) => orElse(name, otherwise)],
  [/^snippet\s+["']([^"']+)["']/, 'Iterable', ([, name]) => `Give it as a partial, and write {{> ${name}}}.`],
  [of(String.raw`^assign\s+["'](@@)["']`), 'Iterable', ([, name]) => `Write {{= ${name}: value}}.`],
  [/^math\s+(\S+)\s+["']([-+*/])["']\s+(\S+)$/, 'Iterable', ([, one, sign, other]) => value(`${one} ${sign} ${other}`)],
  [/^`([^`]+)`$/, 'Mandrill', ([, test]) => `Write {{#if ${test}}}, without the back ticks.`],
  [of(String.raw`^(?:custom)?[vV]ar\s+(@@)$`), 'Magento', ([, name]) => value(name)],
  [/^trans\s+["']([^"']+)["']/, 'Magento', fixed('Write {{t "text"}}, and give `translations` with the call.')],
  [/^depend\s+\S/, 'Magento', fixed('Write {{#if x}}…{{/if}}.')],
  [
    /^(?:template|layout|block|inlinecss|media|view|store|config)\s+[\w-]+=/,
    'Magento',
    fixed('Give what it stands for as a value or as a partial.'),
  ],
  [/^(?:if|unless|elseif|elsif|elif|else\s?if)\s+\S/, 'SparkPost, Go or Magento', fixed(condition)],
  [/^(?:each|foreach|range|loop)\s+\S|^for\s+\S+(?:\s*,\s*\S+)?\s+in\s+\S/, 'SparkPost, Go or Scriban', fixed(loop)],
  [/^with\s+\S/, 'Go or Scriban', fixed('Write {{#with client}}…{{/with}}.')],
  [
    /^end(?:\s?(?:if|for|foreach|each|with|unless|range))$/,
    'Go or Scriban',
    fixed('A block is closed by {{/if}} or {{/each}}.'),
  ],
  [
    /^(?:template|include|partial)\s*\(?\s*["']([\w./-]+)["']/,
    'Go, Twig or Jinja',
    ([, name]) => `Give it as a partial, and write {{> ${name}}}.`,
  ],
  [/^define\s+["']/, 'Go', fixed('Give the text among the partials of the template.')],
  [
    of(String.raw`^\$(?!(?:index|key|number|first|last|length|even|odd|root|parent)(?![\p{L}\p{N}_]))(@@(?:->@@)*)`),
    'Blade, PHP or Go',
    ([, name = '']) => value(name.replaceAll('->', '.')),
  ],
  [of(String.raw`^=\s*(?:it\.)?(@@)$`), 'doT', ([, name]) => value(name)],
  [/^\?/, 'doT', fixed(condition)],
  [/^~.+:/, 'doT', fixed(loop)],
  [/\|\s*fallback\s*:\s*(.+)$/, 'Liquid', ([, otherwise]) => `Write | default:${otherwise}.`],
  [
    /\|\s*(?:escape|e|raw|safe|h|html_safe|escape_once|force_escape|n)\b/,
    'Liquid, Jinja or Twig',
    fixed(
      'Leave the filter out: values are escaped where they stand. For html, declare it in the schema (contentMediaType "text/html") and write {{{name}}}.',
    ),
  ],
  [/\|\s*upcase\b/, 'Liquid', fixed('Write | upper.')],
  [/\|\s*downcase\b/, 'Liquid', fixed('Write | lower.')],
  [/\|\s*(?:length|size)\b/, 'Liquid, Jinja or Twig', fixed('Write | count.')],
  [/\|\s*strip\b/, 'Liquid', fixed('Write | trim.')],
  [
    /\|\s*date\s*:?\s*\(?["'][^"']*%/,
    'Liquid',
    fixed('Write | date:"dd MMMM yyyy"; %d is dd, %m is MM, %B is MMMM, %Y is yyyy.'),
  ],
  [
    of(String.raw`^(@@)\s*\|\s*(times|plus|minus|divided_by)\s*:\s*([\d.]+)`),
    'Liquid',
    ([, name, word = '', number]) => value(`${name} ${signs[word]} ${number}`),
  ],
  [
    of(String.raw`^(@@)\s*\|\s*append\s*:\s*(["'][^"']*["'])`),
    'Liquid',
    ([, name, text]) => value(`${name} + ${text}`),
  ],
  [
    of(String.raw`^(@@)\s*\|\s*prepend\s*:\s*(["'][^"']*["'])`),
    'Liquid',
    ([, name, text]) => value(`${text} + ${name}`),
  ],
  [
    of(String.raw`\|\s*([\p{L}_]\w*)\s*\(\s*([^()]*?)\s*\)`),
    'Jinja or Twig',
    ([, name, given]) => (given === '' ? `Write | ${name}.` : `Write | ${name}:${given}.`),
  ],
]

const signs: Readonly<Record<string, string>> = { times: '*', plus: '+', minus: '-', divided_by: '/' }

/** Of what stands in a tag, without `{{`, `#` and `}}`: nothing where no other system is known by it. */
export function foreignWords(body: string): ForeignWords | undefined {
  if (body.length > longest || plainPath.test(body)) return undefined
  for (const [pattern, system, hint] of systems) {
    const found = pattern.exec(body)
    if (found !== null) return { system, hint: hint(found) }
  }
  return undefined
}

/** Most values: of those, only what ends a block elsewhere is asked about. */
const plainPath = /^(?!end)[A-Za-z_][\w.]*$/

/** What is longer is looked at by no pattern. */
const longest = 300
