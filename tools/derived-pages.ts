import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalog, commonProblems, type Operation, problemCodes, serviceCalls } from '@chancery/core'
import { exampleAnswers, operationFields, shapeFields, shownJson, statusOfCode } from '@chancery/http'
import { formatters } from '@chancery/tags'
import { configurationSchema } from '@chancery/wiring'

const generated = '<!-- Made by `npm run docs` from the catalog; a test holds it to that. -->\n'

type ExampleAnswers = typeof exampleAnswers

/** Every page that is made from the code, by its path in the repository. @param answers those of the examples */
export function derivedPages(answers: ExampleAnswers = exampleAnswers): ReadonlyMap<string, string> {
  const pages = new Map<string, string>()
  const operations: readonly Operation[] = catalog
  const beside: readonly Operation[] = serviceCalls
  for (const [folder, listed] of [
    ['operations', operations],
    ['service-calls', beside],
  ] as const)
    for (const operation of listed)
      pages.set(`docs/${folder}/${operation.name}.md`, operationPage(operation, answers[operation.name] ?? {}))
  pages.set('docs/shapes.md', shapesPage())
  pages.set('docs/operations/README.md', operationIndex(operations))
  pages.set('docs/service-calls/README.md', serviceCallIndex(beside))
  for (const code of Object.keys(problemCodes))
    pages.set(`docs/problems/${code}.md`, problemPage(code as keyof typeof problemCodes))
  pages.set('docs/problems/README.md', problemIndex())
  pages.set('packages/http/src/openapi/example-answers.ts', moduleOfAnswers(answers))
  pages.set('.env.example', environmentExample())
  pages.set('packages/tags/README.md', readmeOfTags())
  return pages
}

function operationPage(operation: Operation, answers: ExampleAnswers[string]): string {
  const fields = operationFields(operation)
  const problems = [...new Set([...operation.problems, ...commonProblems])]
  const codes = problems.map(
    (code) => `| ${statusOfCode(code)} | [\`${code}\`](../problems/${code}.md) | ${problemCodes[code].title} |`,
  )
  return `${generated}
# ${operation.name}

${operation.summary} \`POST /${operation.name}\`, area *${operation.area}*.

${operation.description}

${operation.effect ? 'It has an effect: it takes `dryRun`, and an `Idempotency-Key` makes a repetition safe.' : 'It changes nothing.'}

## Request

${table(fields.input)}

## Answer

\`200\` with \`{"data": {…}, "meta": {"requestId", "operation", "durationMs", "warnings"}}\`; \`data\` holds:

${table(fields.output)}

## Examples

${operation.examples.map(({ title, input }) => exampleOf(operation, title, input, answers[title])).join('\n\n')}

## Problems

| status | code | title |
|---|---|---|
${codes.sort().join('\n')}
`
}

const shapes = shapeFields([...catalog, ...serviceCalls])
const shapeNames = new Set(shapes.map(({ name }) => name))

/** What several operations take or answer, each by its name. */
function shapesPage(): string {
  const sections = shapes.map(
    ({ name, description, fields }) =>
      `## ${name}\n\n${description === '' ? '' : `${description}\n\n`}${table(fields, '')}`,
  )
  return `${generated}
# The shapes

What [operations](operations/README.md) and [service calls](service-calls/README.md) take and answer by a name.

${sections.join('\n\n')}
`
}

/** A type whose shapes lead to their tables. @param page the page of shapes, as it is seen from there */
const linked = (type: string, page: string): string =>
  type.replaceAll(/\b[A-Z]\w+/g, (name) => (shapeNames.has(name) ? `[${name}](${page}#${name.toLowerCase()})` : name))

const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

const exampleOf = ({ name }: Operation, title: string, input: unknown, answer: unknown): string =>
  `${title}:\n\n${block('sh', curl(name, input))}\n\n${block('json', shownJson(answer))}`

/** Answers as the service has them at hand for its own documents; one example a line. */
function moduleOfAnswers(answers: ExampleAnswers): string {
  const operations = Object.entries(answers).map(([name, byTitle]) => {
    const lines = Object.entries(byTitle).map(
      ([title, answer]) => `    ${JSON.stringify(title)}: ${JSON.stringify(answer)},`,
    )
    return `  ${JSON.stringify(name)}: {\n${lines.join('\n')}\n  },`
  })
  return `// Made by \`npm run docs\`, which runs the examples; a test holds it to that.

/** What the examples of the catalog are answered, by operation and title; long base64 is cut. */
export const exampleAnswers: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
${operations.join('\n')}
}
`
}

function table(rows: ReturnType<typeof operationFields>['input'], page = '../shapes.md'): string {
  const lines = rows.map(({ path, type, required, description }) => {
    const about = [required ? 'Required.' : '', description].filter((part) => part !== '').join(' ')
    return `| \`${path}\` | ${linked(type, page).replaceAll('|', '\\|')} | ${about.replaceAll('|', '\\|').replaceAll('\n', ' ')} |`
  })
  return ['| field | type | |', '|---|---|---|', ...lines].join('\n')
}

/** A command to paste; single quotes in the JSON are written so that a POSIX shell keeps them. */
const curl = (name: string, input: unknown): string =>
  `curl -s http://127.0.0.1:8080/${name} -H 'content-type: application/json' -H "x-api-key: $CHANCERY_KEY" \\\n  -d '${JSON.stringify(input).replaceAll("'", `'\\''`)}'`

const indexRows = (operations: readonly Operation[]): string =>
  operations.map(({ name, area, summary }) => `| ${area} | [\`/${name}\`](${name}.md) | ${summary} |`).join('\n')

function operationIndex(operations: readonly Operation[]): string {
  return `${generated}
# The operations

Each is \`POST /<name>\` with a JSON body, \`Content-Type: application/json\` and \`x-api-key\`.

| area | operation | |
|---|---|---|
${indexRows(operations)}

What they take and answer by a name is told in [The shapes](../shapes.md). Beside them there are [service calls](../service-calls/README.md).
`
}

function serviceCallIndex(beside: readonly Operation[]): string {
  return `${generated}
# The service calls

Beside the [operations](../operations/README.md), to see to what they keep. They are called in the same way, and a key may call those that it was issued for. Calls about calls in the background are told in [Long work](../long-work.md).

| area | service call | |
|---|---|---|
${indexRows(beside)}
`
}

const chances = {
  true: 'the same call may succeed later',
  false: 'the same call will fail again',
  'as-told': 'the same call may succeed later where `retryable` says so',
} as const

function problemPage(code: keyof typeof problemCodes): string {
  const { title, meaning, remedy, retryable } = problemCodes[code]
  return `${generated}
# ${code}

**${title}** · status ${statusOfCode(code)} · ${chances[`${retryable}`]}

${meaning}

${remedy}
`
}

function problemIndex(): string {
  const rows = Object.entries(problemCodes).map(
    ([code, { title }]) =>
      `| ${statusOfCode(code as keyof typeof problemCodes)} | [\`${code}\`](${code}.md) | ${title} |`,
  )
  return `${generated}
# The problems

A call that fails is answered with \`application/problem+json\` (RFC 9457) and one of these codes.

| status | code | title |
|---|---|---|
${rows.sort().join('\n')}
`
}

/** The page as it is written by hand, with the table of formatters that they make themselves. */
function readmeOfTags(): string {
  const page = readFileSync(join(import.meta.dirname, '../packages/tags/README.md'), 'utf8')
  const cell = (text: string): string => text.replaceAll('|', '\\|')
  const rows = formatters.map(({ name, takes, args, summary, example }) => {
    const names = args.map((argument) => `${argument.name}${argument.optional ? '?' : ''}`)
    return `| \`${name}\` | ${takes} | ${names.join(', ') || '–'} | ${cell(summary)} | \`${cell(example)}\` |`
  })
  const table = /(?<=\n\| formatter \|.*\n\|[-|]+\|\n)(?:.+\n)+/
  if (!table.test(page)) throw new Error('packages/tags/README.md has no table of formatters.')
  return page.replace(table, () => `${rows.join('\n')}\n`)
}

function environmentExample(): string {
  const variables = Object.entries(configurationSchema.shape).map(([name, schema]) => {
    const { description = '' } = schema.meta() ?? {}
    const parsed = schema.safeParse(undefined)
    const value = parsed.success && parsed.data !== undefined ? String(parsed.data) : ''
    return `# ${description}\n#${name}=${value}\n`
  })
  return `# Every setting, with its default. Made by \`npm run docs\` from the configuration's schema.\n# Without any of them everything runs embedded.\n\n${variables.join('\n')}`
}
