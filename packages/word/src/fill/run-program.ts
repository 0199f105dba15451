import type { DataCheck, Scope } from '@chancery/tags'
import { countXml } from './count-xml.ts'
import { escapeXml } from '../xml/escape-xml.ts'
import type { ValueWriter } from './value-writer.ts'
import type { WordPlace } from '../template/word-template.ts'
import { turnPages } from './turn-pages.ts'
import {
  type GuardStep,
  type PageTurns,
  pageBreak,
  pageBreakRun,
  type SectionStep,
  type Step,
  textEnd,
  textStart,
  type TextStep,
  type ValueStep,
} from '../compile/program.ts'

/** What most values lack: characters to escape, or to break lines at. */
const needsCare = /[\n&<>"']/
const lineBreak = '</w:t><w:br/><w:t xml:space="preserve">'

/** Runs the programs of one fill, one after the other; `check` follows along and tells what was missing or wrong. */
export class ProgramRun {
  private readonly check: DataCheck<WordPlace>
  private readonly writer: ValueWriter
  private out: string[] = []
  /** Elements that began since the innermost guard. */
  private begun = 0
  private endsTable = false
  /** The piece that ends with an opened text in which nothing stands yet; -1 where there is none. */
  private openText = -1
  /** In a turn after the first of this section, or of one around it. */
  private isLaterTurn = false
  private readonly count = countXml()

  constructor(check: DataCheck<WordPlace>, writer: ValueWriter) {
    this.check = check
    this.writer = writer
  }

  /** The XML of one part. @throws `payload_too_large` where it turns or writes too much. */
  render(program: readonly Step[]): string {
    this.out = []
    this.begun = 0
    this.endsTable = false
    this.openText = -1
    this.isLaterTurn = false
    this.run(program, this.check.root)
    const { out } = this
    this.out = []
    return out.join('')
  }

  private run(steps: readonly Step[], scope: Scope): void {
    for (const step of steps) {
      switch (step.kind) {
        case 'text':
          this.text(step)
          break
        case 'value':
          this.value(step, scope)
          break
        case 'section':
          this.section(step, scope)
          break
        case 'guard':
          this.guard(step, scope)
          break
      }
    }
  }

  private text(step: TextStep): void {
    const { out } = this
    let xml = this.isLaterTurn ? (step.later ?? step.xml) : step.xml
    if (this.openText >= 0 && step.closesText) {
      out[this.openText] = `${(out[this.openText] ?? '').slice(0, -textStart.length)}<w:t/>`
      xml = xml.slice(textEnd.length)
    } else if (this.endsTable && step.afterTable >= 0) {
      xml = `${xml.slice(0, step.afterTable)}<w:p/>${xml.slice(step.afterTable)}`
      this.begun |= 1
    }
    this.count(xml.length)
    this.begun |= step.begins
    if (step.isSignificant) this.endsTable = step.endsTable
    this.openText = step.opensText ? out.length : -1
    if (xml !== '') out.push(xml)
  }

  private value({ node, isInRun }: ValueStep, scope: Scope): void {
    const text = this.writer.write(node, this.check.value(node, scope), this.check.scopeOf(node, scope) ?? scope)
    if (!needsCare.test(text)) {
      this.write(text)
      return
    }
    const escaped = escapeXml(text)
    this.write(escaped.includes('\n') ? escaped.replaceAll('\n', isInRun ? lineBreak : ' ') : escaped)
  }

  private write(xml: string): void {
    if (xml === '') return
    this.count(xml.length)
    this.out.push(xml)
    this.openText = -1
  }

  private section({ node, body, breaksBefore, breaksAfter, pages }: SectionStep, scope: Scope): void {
    const { scopes } = this.check.section(node, scope)
    if (scopes.length === 0) {
      const rest = pages?.rest ?? ''
      if (rest !== '') this.paragraph(rest)
      else if (breaksAfter) this.paragraph(pageBreak)
    }
    const { isLaterTurn } = this
    for (const [index, inner] of scopes.entries()) {
      const start = this.out.length
      this.isLaterTurn = isLaterTurn || index > 0
      if (breaksBefore) this.paragraph(pageBreak)
      this.run(body, inner)
      if (breaksAfter && index === scopes.length - 1) this.breakPage(start)
      if (pages !== undefined && this.isLaterTurn) this.turnPages(start, pages)
    }
    this.isLaterTurn = isLaterTurn
  }

  private turnPages(start: number, pages: PageTurns): void {
    const turned = turnPages(this.out.splice(start).join(''), pages)
    if (turned !== '') this.out.push(turned)
    if (this.openText >= start) this.openText = this.out.length - 1
  }

  private paragraph(xml: string): void {
    this.write(xml)
    this.begun |= 1
    this.endsTable = false
  }

  /** In the last paragraph of the turn, if it ends with one. */
  private breakPage(start: number): void {
    const last = this.out.length - 1
    const piece = this.out[last] ?? ''
    if (last >= start && piece.endsWith('</w:p>')) this.out[last] = `${piece.slice(0, -6)}${pageBreakRun}</w:p>`
    else this.paragraph(pageBreak)
  }

  private guard({ body, wants, filling }: GuardStep, scope: Scope): void {
    const { out, begun, endsTable } = this
    const start = out.length
    this.begun = 0
    this.run(body, scope)
    if ((this.begun & wants) !== 0) this.begun |= begun
    else if (filling === undefined) {
      out.length = start
      this.begun = begun
      this.endsTable = endsTable
      this.openText = -1
    } else {
      const last = out.length - 1
      const piece = out[last] ?? ''
      const at = piece.lastIndexOf('</')
      out[last] = piece.slice(0, at) + filling + piece.slice(at)
      this.begun |= begun | 1
    }
  }
}
