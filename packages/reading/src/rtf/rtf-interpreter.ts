import type { FormField } from '@chancery/core'
import { latexMath } from '../math/latex-math.ts'
import { linearMath } from '../math/linear-math.ts'
import type { MathNode } from '../math/math-node.ts'
import { computedResult } from '../model/computed-field.ts'
import type { AttachedFile } from '../reader.ts'
import { characterWords } from './rtf-characters.ts'
import { RtfFlow } from './rtf-flow.ts'
import { formFieldOf, linkOf, type RtfField } from './rtf-fields.ts'
import { RtfHeader } from './rtf-header.ts'
import { RtfInformation } from './rtf-information.ts'
import { RtfMath } from './rtf-math.ts'
import { bytesOfHex, embeddedFile } from './rtf-objects.ts'
import { RtfPicture } from './rtf-pictures.ts'
import { lookWord, setFormat } from './rtf-formatting.ts'
import { dateOfRevision, noChanges, type Collected, type EmbeddedObject, type RtfState } from './rtf-state.ts'
import { RtfStory, type RevisionView, type TextBlock } from './rtf-story.ts'
import type { Pictures } from '../pictures.ts'
import { rtfTokens, type RtfToken } from './rtf-tokens.ts'
import { noIndents } from './typed-items.ts'

/** Instructions, names and the like are never longer. */
const maxCollected = 65_536
/** Notes, boxes and the like inside each other. */
const maxStories = 8

/** Groups whose text is not the document's, or is there a second time for older programs. */
const skipped = new Set(
  (
    'colortbl filetbl rsidtbl generator xmlnstbl themedata colorschememapping latentstyles datastore nonshppict shprslt ' +
    'pn pntxta pntxtb pnseclvl listname listpicture levelnumbers panose falt bkmkstart bkmkend xe tc rxe atrfstart ' +
    'atrfend atnref atnid atntime atnicn atnparent datafield template private revtim_ background ' +
    'nonesttables mmathPr wgrffmtfilter pgdsctbl ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn fontemb fontfile objname ' +
    'objtime blipuid defchp defpap htmltag mhtmltag passwordhash txe'
  ).split(' '),
)
const headers = new Set(['header', 'headerl', 'headerr', 'headerf'])
const footers = new Set(['footer', 'footerl', 'footerr', 'footerf'])
/** Words behind `\*` that are understood. */
const starred = new Set(
  (
    'shppict shpinst fldinst listtable listoverridetable revtbl annotation objclass objdata nesttableprops company ' +
    'category manager moMath moMathPara formfield ffname ffdeftext ffl picprop cs ud footnote do cell flymaincnt ts shptxt atnauthor atndate'
  ).split(' '),
)

/** Follows RTF token by token and sorts its text into stories. Time and memory grow with the bytes alone. */
export class RtfInterpreter {
  readonly header = new RtfHeader()
  readonly information = new RtfInformation()
  readonly flow: RtfFlow
  readonly formFields: FormField[] = []
  readonly objects: AttachedFile[] = []
  private readonly kept: Pictures
  private readonly groups: RtfState[] = []
  private state: RtfState
  private isIgnorable = false
  private bytes: Uint8Array[] = []
  private toSkip = 0
  private notes = 0
  /** Who wrote the comment that follows. */
  private author = ''

  constructor(view: RevisionView, kept: Pictures) {
    this.kept = kept
    this.flow = new RtfFlow(this.header, view)
    this.state = {
      destination: 'story',
      story: this.flow.body,
      storyDepth: 0,
      collected: { text: '' },
      hex: undefined,
      field: undefined,
      math: undefined,
      link: undefined,
      described: undefined,
      picture: undefined,
      object: undefined,
      outer: 'story',
      onEnd: undefined,
      font: -1,
      fallbacks: 1,
      hidden: false,
      look: {},
      changes: noChanges,
      revision: undefined,
      style: 0,
      outlineLevel: undefined,
      list: 0,
      listLevel: 0,
      indents: noIndents,
      inTable: false,
      tableLevel: 0,
      isNestedProperties: false,
      breaksBefore: false,
    }
  }

  read(bytes: Uint8Array): void {
    for (const token of rtfTokens(bytes)) {
      this.token(token)
      // What stands behind the last brace is no part of the document.
      if (token.kind === 'close' && this.groups.length === 0) break
    }
    while (this.groups.length > 0) this.closeGroup()
    this.flushBytes()
    this.flow.finish(this.flow.body, this.state)
  }

  private token(token: RtfToken): void {
    if (token.kind === 'bytes') return this.encoded(token.bytes)
    this.flushBytes()
    if (token.kind === 'open') {
      this.groups.push(this.state)
      this.state = { ...this.state, onEnd: undefined }
      this.toSkip = 0
      if (this.state.destination === 'styles') this.header.beginStyle()
    } else if (token.kind === 'close') {
      this.toSkip = 0
      this.closeGroup()
    } else if (token.kind === 'binary') {
      if (this.toSkip > 0) this.toSkip--
      else if (this.state.destination === 'hex') this.state.hex?.push(hexOf(token.bytes))
    } else if (token.name === '*') this.isIgnorable = true
    else {
      const isIgnorable = this.isIgnorable
      this.isIgnorable = false
      this.word(token.name, token.value, isIgnorable)
    }
  }

  private closeGroup(): void {
    const ended = this.state
    ended.onEnd?.()
    this.state = this.groups.pop() ?? ended
  }

  private encoded(bytes: Uint8Array): void {
    const rest = this.toSkip === 0 ? bytes : bytes.subarray(this.toSkip)
    this.toSkip = Math.max(this.toSkip - bytes.length, 0)
    if (rest.length === 0 || this.state.destination === 'skip') return
    if (this.state.destination === 'hex') this.state.hex?.push(rest)
    else this.bytes.push(rest)
  }

  private flushBytes(): void {
    if (this.bytes.length === 0) return
    const whole = this.bytes.length === 1 ? (this.bytes[0] as Uint8Array) : Buffer.concat(this.bytes)
    this.bytes = []
    const { destination, font } = this.state
    // Names of fonts are written in the font's own code page.
    const isPlain = destination !== 'fonts' && destination !== 'styles'
    this.text(this.header.decoder(isPlain ? (font === -1 ? this.header.defaultFont : font) : -1)(whole))
  }

  private text(text: string): void {
    const { state } = this
    if (state.destination === 'story') {
      if (state.math !== undefined) state.math.add(text)
      else state.story.text(text, state)
      if (state.field !== undefined) state.field.isEmpty = false
      if (state.field?.form !== undefined) state.field.result += text
    } else if (state.destination === 'collect') {
      if (state.collected.text.length < maxCollected) state.collected.text += text
    } else if (state.destination === 'fonts') this.header.fontText(text)
    else if (state.destination === 'styles') this.header.styleText(text)
  }

  private word(name: string, value: number | undefined, isIgnorable: boolean): void {
    const { state } = this
    if (state.destination === 'skip') {
      // The same text in Unicode, behind one that is skipped.
      if (name === 'ud' && isIgnorable) state.destination = state.outer
      return
    }
    if (isIgnorable && !starred.has(name) && state.math === undefined) {
      state.destination = 'skip'
      return
    }
    const character = characterWords.get(name)
    if (character !== undefined) {
      if (this.toSkip > 0) this.toSkip--
      else this.text(character)
      return
    }
    this.toSkip = 0
    if (name === 'u') {
      const code = value ?? 0x20
      const unit = code < 0 ? code + 0x10000 : code
      this.text(unit > 0xffff ? String.fromCodePoint(Math.min(unit, 0x10ffff)) : this.unicode(unit))
      this.toSkip = state.fallbacks
    } else if (name === 'uc') state.fallbacks = Math.min(Math.max(value ?? 1, 0), 16)
    else if (state.destination === 'fonts') this.fontTableWord(name, value ?? 0)
    else if (state.destination === 'styles') this.styleWord(name, value)
    else if (state.destination === 'lists') this.listTableWord(name, value ?? 0)
    else if (!this.destinationWord(name, value)) this.formatWord(name, value)
  }

  /** Characters of symbol fonts stand in the private area. */
  private unicode(unit: number): string {
    if (unit < 0xf000 || unit > 0xf0ff) return String.fromCharCode(unit)
    return this.header.decoder(this.state.font)(Uint8Array.of(unit & 0xff))
  }

  private fontTableWord(name: string, value: number): void {
    if (skipped.has(name)) this.state.destination = 'skip'
    else this.header.fontWord(name, value)
  }

  private styleWord(name: string, value: number | undefined): void {
    const look = lookWord(name, value)
    if (look === undefined) this.header.styleWord(name, value ?? 0)
    else this.header.styleLook(look)
  }

  private listTableWord(name: string, value: number): void {
    if (skipped.has(name)) this.state.destination = 'skip'
    else if (name === 'leveltext') this.collect((text) => this.header.levelText(text))
    else this.header.listWord(name, value)
  }

  private collect(use: (text: string) => void): void {
    const collected: Collected = { text: '' }
    Object.assign(this.state, { destination: 'collect', collected, onEnd: () => use(collected.text) })
  }

  /** Words that say where the text of their group goes. @returns whether `name` is one */
  private destinationWord(name: string, value: number | undefined): boolean {
    const { state } = this
    if (skipped.has(name)) state.destination = 'skip'
    else if (name === 'fonttbl') state.destination = 'fonts'
    else if (name === 'stylesheet') state.destination = 'styles'
    else if (name === 'info') state.destination = 'information'
    else if (name === 'upr') Object.assign(state, { outer: state.destination, destination: 'skip' })
    else if (name === 'revtbl') this.revisionAuthors()
    else if (name === 'listtable' || name === 'listoverridetable') state.destination = 'lists'
    else if (name === 'listtext' || name === 'pntext') this.listText()
    else if (headers.has(name)) this.story('header', this.flow.headers)
    else if (footers.has(name)) this.story('footer', this.flow.footers)
    else if (name === 'footnote') this.note('footnote', this.flow.footnotes)
    else if (name === 'atnauthor') this.collect((text) => void (this.author = text.trim()))
    else if (name === 'annotation') this.note('comment', this.flow.comments)
    else if (name === 'atndate') this.commentDate()
    else if (name === 'shptxt' || name === 'dptxbxtext') this.story('text-box', state.story.boxes)
    else if (name === 'moMath') this.formula()
    else if (state.math !== undefined) return this.mathWord(name)
    else if (name === 'field') this.field()
    else if (name === 'fldinst') this.fieldInstruction()
    else if (name === 'fldrslt')
      Object.assign(state, { destination: state.outer, link: state.field?.link ?? state.link })
    else if (name === 'formfield') this.formField()
    else if (name === 'pict') this.picture()
    else if (name === 'shp' || name === 'picprop') state.described ??= { property: '' }
    else if (name === 'sn') this.collect((text) => void (state.described && (state.described.property = text.trim())))
    else if (name === 'sv') this.shapeProperty()
    else if (name === 'object') this.object()
    else if (name === 'result') state.destination = state.outer
    else if (name === 'do' || name === 'shpinst') state.described ??= { property: '' }
    else if (name === 'nesttableprops') state.isNestedProperties = true
    else if (state.destination === 'information') this.informationWord(name, value)
    else return false
    return true
  }

  private informationWord(name: string, value: number | undefined): void {
    if (this.information.isText(name)) this.collect((text) => this.information.text(name, text))
    else this.information.word(name, value ?? 0)
  }

  private revisionAuthors(): void {
    this.collect((text) => {
      this.header.authors = text.split(';').map((author) => author.trim())
    })
  }

  private listText(): void {
    const { story } = this.state
    this.collect((text) => {
      story.marker = text
    })
  }

  private story(type: TextBlock, stories: RtfStory[]): void {
    // Deeper than this, what is inside goes on in the story around it.
    if (this.state.storyDepth >= maxStories) return
    this.state.storyDepth++
    const story = new RtfStory(type)
    Object.assign(this.state, { destination: 'story', story, field: undefined, link: undefined })
    Object.assign(this.state, { inTable: false, tableLevel: 0, style: 0, outlineLevel: undefined, list: 0 })
    stories.push(story)
    this.state.onEnd = () => this.flow.finish(story, this.state)
  }

  /** It hangs at the place in the text where it is written. */
  private note(type: 'footnote' | 'comment', stories: RtfStory[]): void {
    const { state } = this
    const around = state.story
    this.story(type, stories)
    if (state.story === around) return
    const note = `${type}:${++this.notes}`
    state.story.note = note
    around.refer(note, state)
    if (type === 'comment' && this.author !== '') state.story.author = this.author.toWellFormed()
  }

  private commentDate(): void {
    const { story } = this.state
    this.collect((text) => {
      story.date = dateOfRevision(Number(text.trim()) || 0)
    })
  }

  private formula(): void {
    const math = new RtfMath()
    // One inside another, which no program writes, is read with it.
    if (this.state.math !== undefined) return
    this.state.math = math
    this.state.onEnd = () => {
      this.state.math = undefined
      this.formulaEnds(math.formula)
    }
  }

  private formulaEnds(formula: MathNode): void {
    const { state } = this
    const text = linearMath(formula)
    if (state.destination !== 'story') return this.text(text)
    state.story.text(text, { ...state, latex: latexMath(formula) })
    if (state.field !== undefined) state.field.isEmpty = false
  }

  private mathWord(name: string): boolean {
    const inner = this.state.math?.inside(name)
    if (inner !== undefined) this.state.math = inner
    return inner !== undefined
  }

  private field(): void {
    const { state } = this
    const field: RtfField = { instruction: '', result: '', isEmpty: true }
    state.field = field
    state.outer = state.destination
    state.onEnd = () => {
      const formField = formFieldOf(field)
      if (formField !== undefined) this.formFields.push(formField)
      if (field.isEmpty) this.text(computedResult(field.instruction) ?? '')
    }
  }

  private fieldInstruction(): void {
    const { field, outer } = this.state
    this.collect((instruction) => {
      if (field === undefined || outer !== 'story') return
      field.instruction = instruction
      field.link = linkOf(instruction)
    })
  }

  private formField(): void {
    const { field } = this.state
    if (field !== undefined) field.form ??= { name: '', type: 0, options: [] }
    this.state.destination = 'collect'
    this.state.collected = { text: '' }
  }

  private picture(): void {
    const { state } = this
    const described = (state.described ??= { property: '' })
    // LibreOffice writes a picture again as what fills its frame.
    if (described.isPicture === true && described.property === 'fillBlip') return void (state.destination = 'skip')
    described.isPicture = true
    const picture = new RtfPicture(described, this.kept)
    state.story.pictures.push(picture)
    Object.assign(state, { destination: 'hex', hex: picture.hex, picture })
  }

  private shapeProperty(): void {
    const { described, story, destination } = this.state
    this.collect((text) => {
      if (described?.property === 'wzDescription' && text.trim() !== '') described.altText = text.trim()
      // The text of a watermark or another piece of WordArt.
      if (described?.property !== 'gtextUNICODE' || destination !== 'story') return
      const box = new RtfStory('text-box')
      box.block('text-box', text.trim())
      story.boxes.push(box)
    })
  }

  private object(): void {
    const { state } = this
    const object: EmbeddedObject = { className: '', hex: [] }
    Object.assign(state, { outer: state.destination, destination: 'collect', collected: { text: '' }, object })
    state.onEnd = () => {
      const file = object.hex.length === 0 ? undefined : embeddedFile(bytesOfHex(object.hex), object.className)
      if (file !== undefined) this.objects.push(file)
    }
  }

  private formatWord(name: string, value: number | undefined): void {
    const { state } = this
    if (setFormat(state, this.header, name, value)) return
    if (state.picture?.word(name, value ?? 0) === true) return
    if (state.destination === 'collect') this.collectedWord(name, value)
    else this.flow.word(name, value, state)
  }

  /** Words inside texts that are gathered: lists, form fields, names. */
  private collectedWord(name: string, value: number | undefined): void {
    const { field, object } = this.state
    const form = field?.form
    if (name === 'objclass' && object !== undefined) this.collect((text) => void (object.className = text.trim()))
    else if (name === 'objdata' && object !== undefined)
      Object.assign(this.state, { destination: 'hex', hex: object.hex })
    else if (form !== undefined && name === 'ffname') this.collect((text) => void (form.name = text))
    else if (form !== undefined && name === 'ffl') this.collect((text) => void form.options.push(text))
    else if (form !== undefined && name === 'fftype') form.type = value ?? 0
    else if (form !== undefined && name === 'ffres') form.result = value ?? 0
    else if (form !== undefined && name === 'ffdefres') form.defaultResult = value ?? 0
    else if (name === 'par') this.text('\n')
  }
}

const hexDigits = new TextEncoder().encode('0123456789abcdef')

/** Binary data among hexadecimal text, written as that. */
function hexOf(bytes: Uint8Array): Uint8Array {
  const hex = new Uint8Array(bytes.length * 2)
  for (const [index, byte] of bytes.entries()) {
    hex[index * 2] = hexDigits[byte >> 4] as number
    hex[index * 2 + 1] = hexDigits[byte & 15] as number
  }
  return hex
}
