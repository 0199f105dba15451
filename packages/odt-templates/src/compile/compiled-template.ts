import type { Finding, PartFault, TagDelimiters, VettedDocument } from '@chancery/core'
import { nearNameFindings, readsOutside } from '@chancery/tags'
import { checkKinds } from '../checks/check-kinds.ts'
import { checkOddTags } from '../checks/check-odd-tags.ts'
import { checkSigns } from '../checks/check-signs.ts'
import { type PassivePackage, withoutActiveContent } from '../package/active-content.ts'
import { type OdtPackage, openOdt } from '../package/open-odt.ts'
import {
  locate,
  type OdtNode,
  type OdtPart,
  type OdtTemplate,
  partLabels,
  readTemplate,
} from '../template/odt-template.ts'
import { compilePart, type SettledPart, settlePart } from './compile-part.ts'
import type { PartProgram } from './program.ts'
import type { Layout } from './section-layout.ts'

/** A template, read, checked and compiled, to be filled many times. */
export interface CompiledTemplate {
  readonly file: OdtPackage
  readonly passive: PassivePackage
  readonly template: OdtTemplate
  readonly settled: ReadonlyMap<OdtPart, SettledPart>
  /** The tags of all parts as a tree. */
  readonly nodes: readonly OdtNode[]
  readonly outside: ReadonlySet<string>
  readonly findings: readonly Finding[]
  /** None where the template has faults. */
  readonly programs: readonly PartProgram[]
}

/** The parts with text that people see: body; headers and footers, which stand with the styles; properties. */
const filledParts = ['content.xml', 'styles.xml', 'meta.xml']

/** Reads, checks and compiles a template. @throws as `openOdt` and `readTemplate` */
export function compileTemplate(document: VettedDocument, delimiters?: TagDelimiters): CompiledTemplate {
  const file = openOdt(document)
  const texts = new Map(filledParts.filter((name) => file.entries.has(name)).map((name) => [name, file.xml(name)]))
  const passive = withoutActiveContent(file, texts)
  const template = readTemplate(passive.parts, delimiters)
  const settled = new Map([...template.nodes].map(([part, nodes]) => [part, settlePart(part, nodes)]))
  const nodes = [...settled.values()].flatMap((each) => each.nodes)
  const checked = inOrder(template, [
    ...template.findings,
    ...[...settled.values()].flatMap(({ findings }) => findings),
    ...checkKinds(template.tags),
    ...checkSigns(template),
    ...checkOddTags(nodes, template),
    ...nearNameFindings(nodes, locate),
  ])
  const broken = (document.faults ?? []).map(brokenPart)
  const isSound = [...broken, ...checked].every(({ severity }) => severity !== 'error')
  return {
    file,
    passive,
    template,
    settled,
    nodes,
    outside: readsOutside(nodes),
    findings: [...passive.findings, ...broken, ...checked],
    programs: isSound ? programsOf(template, settled, new Set()) : [],
  }
}

/** A part that ends where it stopped being XML, as the guard handed it on. */
const brokenPart = ({ part, excerpt }: PartFault): Finding => ({
  code: 'malformed_xml',
  severity: 'error',
  message: 'A part of the document is no well-formed XML; no program opens that.',
  hint: 'Open the document in the program that made it, and save it anew.',
  location: { part: partLabels[part] ?? part, text: excerpt.text, excerpt },
})

/** @param stays outermost sections that stay as they are written */
export const programsOf = (
  { tags }: OdtTemplate,
  settled: CompiledTemplate['settled'],
  stays: ReadonlySet<OdtNode>,
): readonly PartProgram[] =>
  [...settled].map(([part, { nodes, layouts }]) => {
    const kept = nodes.flatMap((node) =>
      node.kind === 'section' && stays.has(node) ? (layouts.get(node.place) ?? []) : [],
    )
    let at = 0
    const own = tags.filter(({ place, offset }) => {
      if (place.part !== part) return false
      // Both stand in the order of the text.
      for (let next = kept[at]; next !== undefined && isBehind(offset, next); next = kept[at]) at++
      return offset < (kept[at]?.start.before ?? Infinity)
    })
    return compilePart(part, own, { nodes: nodes.filter((node) => !stays.has(node)), layouts })
  })

const isBehind = (offset: number, { end }: Layout): boolean => offset > end.before && offset >= end.after

/** Findings in the order of the text. */
function inOrder({ parts }: OdtTemplate, findings: readonly Finding[]): readonly Finding[] {
  const order = new Map(parts.map(({ label }, index) => [label, index]))
  const rank = ({ location }: Finding): number => order.get(location?.part ?? '') ?? order.size
  return findings.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.location?.paragraph ?? 0) - (b.location?.paragraph ?? 0) ||
      (a.location?.start ?? 0) - (b.location?.start ?? 0),
  )
}
