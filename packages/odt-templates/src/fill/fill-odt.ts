import {
  ChanceryError,
  errorAt,
  type FilledTemplate,
  type FillRequest,
  pointerTo,
  type Violation,
} from '@chancery/core'
import { elementsOf, elementTree, replaceStretches, scanXml, type XmlElement } from '@chancery/formats/xml'
import {
  DataCheck,
  dataIncomplete,
  dataViolations,
  evaluate,
  refuseFaults,
  rootScope,
  stoppingFaults,
} from '@chancery/tags'
import { type CompiledTemplate, programsOf } from '../compile/compiled-template.ts'
import { writeOdt } from '../package/write-odt.ts'
import { locate, type OdtSection } from '../template/odt-template.ts'
import { withNamespaces } from './automatic-styles.ts'
import { type Opening, Pictures, ValueFault } from './picture.ts'
import { renewNames } from './renew-names.ts'
import { type Piece, ProgramRun } from './run-program.ts'

/** Most violations that an error lists. */
const maxViolations = 100

/** Fills a template that was compiled: whole or not at all. See the port for its errors. */
export async function fillOdt(
  compiled: CompiledTemplate,
  contentType: string,
  request: FillRequest & Opening,
  signal: AbortSignal,
): Promise<FilledTemplate> {
  signal.throwIfAborted()
  refuseFaults(compiled, request, locate)
  const { template, nodes, outside, file, passive } = compiled
  const check = new DataCheck(nodes, request.data, request, { outside: () => outside, rich: true })
  const run = new ProgramRun(check, request)
  const kept = keptSections(compiled, request)
  for (const node of kept) check.section(node, check.root)
  const programs = kept.size === 0 ? compiled.programs : programsOf(template, compiled.settled, kept)
  const rendered = programs.map((program) => ({ program, ...run.render(program.steps) }))
  const report = check.report()
  const stopping = stoppingFaults(report, request)
  if (stopping.length > 0) {
    throw dataIncomplete(
      dataViolations(stopping, ({ place }) => locate(place)),
      stopping.length,
    )
  }
  const pictures = new Pictures(request, file.entries)
  const texts = await written(
    rendered.map(({ pieces }) => pieces),
    run,
    pictures,
  )
  const parts = new Map(passive.parts)
  for (const [index, { program, styles }] of rendered.entries()) {
    const xml = withNamespaces(styles.write(texts[index] ?? ''))
    const named = program.steps.some(({ kind }) => kind === 'section') ? renewNames(xml) : xml
    parts.set(program.name, whole(program.repeatsElements ? withoutEmpty(named) : named))
  }
  // Parts in which nothing changes stay as they are packed.
  for (const [name, xml] of parts) if (xml === file.xml(name)) parts.delete(name)
  signal.throwIfAborted()
  return {
    content: writeOdt(file, parts, pictures.files, passive.gone),
    contentType,
    filled: report.filled,
    missing: report.missing,
    unused: report.unused,
    findings: [...compiled.findings, ...run.findings],
    delimiters: template.delimiters,
  }
}

/** With the policy `keep`, outermost sections whose path has no value stay as written, for a later fill. */
function keptSections({ nodes }: CompiledTemplate, request: FillRequest): ReadonlySet<OdtSection> {
  if (request.missing !== 'keep') return new Set()
  const root = rootScope(request.data, request)
  const sections = nodes.filter((node) => node.kind === 'section')
  return new Set(
    sections.filter(
      ({ expression }) => expression.kind === 'path' && evaluate(expression, root, request).kind === 'missing',
    ),
  )
}

/** The XML of all parts, with their pictures read. @throws `data_incomplete` with all values that cannot be put in */
async function written(
  parts: readonly (readonly Piece[])[],
  { refused }: ProgramRun,
  pictures: Pictures,
): Promise<readonly string[]> {
  const violations: Violation[] = refused.map(({ node, pointer, message }) => ({
    pointer: pointerTo(['data', ...pointer]),
    code: 'invalid_value',
    message,
    location: locate(node.place, node.tag),
  }))
  const texts: string[] = []
  for (const pieces of parts) {
    const out: string[] = []
    for (const piece of pieces) {
      if (typeof piece === 'string') {
        out.push(piece)
        continue
      }
      const at = pointerTo(['data', ...piece.pointer])
      try {
        out.push(await pictures.frame(piece.value))
      } catch (error) {
        if (!(error instanceof ValueFault)) throw errorAt(at, error)
        const { message, hint } = error
        violations.push({
          pointer: at,
          code: 'invalid_value',
          message,
          ...(hint === undefined ? {} : { hint }),
          location: locate(piece.node.place, piece.node.tag),
        })
      }
    }
    texts.push(out.join(''))
  }
  if (violations.length > 0) throw dataIncomplete(violations.slice(0, maxViolations), violations.length)
  return texts
}

/** What must not be empty: a table without rows, and groups of rows and lists that lost all they had. */
function withoutEmpty(xml: string): string {
  const root = elementTree(xml)
  if (root === undefined) return xml
  const edits = []
  for (const element of elementsOf(root)) {
    const { name, start, end } = element
    const isEmpty =
      (name === 'table:table' && !hasRows(element)) ||
      (/^table:table-(?:rows|header-rows|row-group)$|^text:list$/.test(name) && element.children.length === 0)
    if (isEmpty) edits.push({ from: start, until: end, text: '' })
  }
  return edits.length === 0 ? xml : replaceStretches(xml, edits)
}

/** In its groups of rows too; tables in its cells are others. */
const hasRows = ({ children }: XmlElement): boolean =>
  children.some(
    (child) =>
      child.name === 'table:table-row' ||
      (/^table:table-(?:rows|header-rows|row-group)$/.test(child.name) && hasRows(child)),
  )

/** The last net: what is not well-formed is never handed out. */
function whole(xml: string): string {
  if (scanXml(xml, { open() {}, close() {} }) === undefined) return xml
  throw new ChanceryError('template_invalid', 'The template cannot be filled as it is.', {
    violations: [
      {
        pointer: '/template',
        code: 'loop_position_invalid',
        message: 'A section begins and ends in places that do not belong together.',
        hint: 'Begin and end every section in the same paragraph, list or table.',
      },
    ],
  })
}
