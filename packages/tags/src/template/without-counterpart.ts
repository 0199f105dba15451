/** What people write for a value that only the data can have. */
const inData = (what: string, example: string): string => `${what}: give it in the data, and write ${example}.`

/** What nothing here does, by the names that others have for it, and what to do instead. */
const advice: ReadonlyMap<string, string> = new Map(
  (
    [
      [
        'split charat indexof search find mid substr substring slice match regex regexreplace',
        inData(
          'No formatter takes a text apart',
          'its path, such as {client.firstName}; from its start {name | truncate:10:""}',
        ),
      ],
      [
        'length len strlen wordcount charcount',
        'The items of a list are counted by {items | count}; the length of a text comes with the data.',
      ],
      ['unaccent slugify translit', inData('No formatter takes accents away', 'its path')],
      [
        'cumsum cumcount cumcountd runningtotal',
        'In a loop {$number} counts its turns; a running total is a field of the items in the data.',
      ],
      [
        'mod modulo remainder divisibleby iseven isodd',
        'There is no remainder of a division; of the turns of a loop say {#if $even} and {#if $odd}.',
      ],
      ['sqrt exp log sin cos random rand shuffle', inData('There is no such calculation', 'its path')],
      [
        'json stringify printjson tojson dump inspect pprint keys values entries',
        'Write a field of it, such as {client.name}; all of a list by {#each items}…{/each} or {items | table}.',
      ],
      [
        'full fullname ononeline addressblock block line oneline',
        'Write its fields behind each other, such as {client.firstName} {client.lastName} or {address.street}, {address.city}.',
      ],
      [
        'possessive possessify pronoun pronounobjective pronounpossessive pronounsubjective doesverb didverb indefinitearticle salutation verbpast verbpresent',
        'Write a choice, such as {client.isWoman ? "her" : "his"}, or give the word in the data and write its path.',
      ],
      [
        'color bindcolor bindcolour',
        'A color comes behind the value: {status | cellColor:statusColor}, rowColor or textColor, with a color of CSS in the data.',
      ],
      [
        'print echo show elseshow alert',
        'Write the text itself outside of the braces; of two texts {isPaid ? "paid" : "open"}.',
      ],
      [
        'switch ifs case choose',
        'Write {#if x == "a"}…{else if x == "b"}…{else}…{/if}, or {x == "a" ? "one" : "other"}.',
      ],
      [
        'foreach some every map reduce flat flatmap arraymap',
        'Write {#each items}…{/each} around what repeats; of one field {items | map:"name" | join}, {items | sum:"price"}.',
      ],
      ['striptags striphtml', 'Formatted text is {terms | html}; without its formats it is given in the data.'],
      [
        'md5 sha1 sha256 base64 base64encode urlencode encodeuricomponent',
        inData('Nothing is encoded here', 'its path'),
      ],
      [
        'networkdays workdays getmonths timestamp unix gettime',
        inData('No formatter counts that', 'its path; days between two dates are {start | duration:end:"days"}'),
      ],
      ['sign signature attachfile', 'Write a line to sign on, or a picture: {%signature}.'],
      ['setvalue set define', 'A value gets a name by {= total: net + tax}.'],
      ['batch chunk groupby slicecolumns', 'Items are put together by a field: {#items | groupBy:"kind"}{key}…{/}.'],
    ] as const
  ).flatMap(([names, hint]) => names.split(' ').map((name): [string, string] => [name, hint])),
)

/** The same, by how it looks. */
const signs: readonly (readonly [sign: RegExp, hint: string])[] = [
  [/^\s*bindColor\b|:(?:color|bindColor)\(/, advice.get('color') ?? ''],
  [/[\p{L}\p{N})\]]\s*%\s*\d+\s*(?:[=!<>]|$)/u, advice.get('mod') ?? ''],
  [/^\s*o\.[\p{L}_]\w*\s*=/u, 'Options, such as the language, are given with the call, and not in the template.'],
  [
    /(?:\+\+|--)\s*$/,
    'No value changes in a template: write {total + 1} for one more, and {$number} for the turn of a loop.',
  ],
  [/^\s*[%~@]{1,3}\s*$/, 'Write the name of a value behind the sign: {%logo}, {~terms}.'],
  [/^\s*(?:typeof|delete|await)\s/, 'Write the name of the value alone.'],
]

/** Most names in a tag that are looked at. */
const maxNames = 20

/** What to do instead of what has a sign that nothing here has. */
export const adviceBySign = (source: string): string | undefined => signs.find(([sign]) => sign.test(source))?.[1]

/** What to do instead of what a tag asks for, where nothing here does it. */
export function withoutCounterpart(source: string): string | undefined {
  const names = source.matchAll(
    /(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_]{0,60})\s?(?:\(|$)|[:|]\s?([\p{L}_][\p{L}\p{N}_]{0,60})/gu,
  )
  let count = 0
  for (const [, called, formatter] of names) {
    if (count++ >= maxNames) break
    const hint = advice.get((called ?? formatter ?? '').toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''))
    if (hint !== undefined) return hint
  }
  const [, path] =
    /(?<![\p{L}\p{N}_.])((?:[\p{L}_][\p{L}\p{N}_]{0,60}\.){0,8}[\p{L}_][\p{L}\p{N}_]{0,60})\(/u.exec(source) ?? []
  return path === undefined
    ? undefined
    : `Nothing is called in a tag: give the result in the data and write {${path}}; formatters are written {value | formatter:argument}.`
}
