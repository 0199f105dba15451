import type { DocumentPage, ExtractRequest, Finding, ImageReference } from '@chancery/core'
import type { AttachedFile, ReadingOptions } from '@chancery/reading/reader'
import { corruptDocument } from '@chancery/reading/reading-errors'
import { withDrawnBoxes } from './drawn-boxes.ts'
import { withDrawnBullets } from './drawn-bullets.ts'
import { DrawnRules } from './drawn-rules.ts'
import type { BoxSign } from './box-signs.ts'
import { withFormBoxes } from './form-boxes.ts'
import { FontStyles } from '../words/font-styles.ts'
import type { PdfForm } from './form-fields.ts'
import { withWordsFilledIn } from './filled-in-words.ts'
import { notRead } from '@chancery/reading/ocr/ocr-engine'
import { pageFindings } from '@chancery/reading/ocr/page-findings'
import { ocrWords } from '@chancery/reading-layout/ocr-words'
import { pageGeometry, type PageGeometry, type Rectangle } from '@chancery/reading-layout/page-geometry'
import { pageAnnotations, type PageComment, type PageLink } from './page-annotations.ts'
import { PageImages } from './page-images.ts'
import { pageObjectTypes, walkPageObjects } from './page-objects.ts'
import { pagePicture } from './page-picture.ts'
import { withStruckWords } from './struck-words.ts'
import { type PageWords, pageWords } from '../words/page-words.ts'
import type { PdfWord } from '@chancery/reading-layout/pdf-word'
import type { PdfDocument } from '@chancery/reading/pdfium/pdfium'
import { altTextsOf, type TagNode, tagTree } from '../tags/tag-tree.ts'
import { textFrame, type TextFrame } from '@chancery/reading-layout/text-frame'

/** Words that run in one direction, in the order of the file. */
interface FramedWords {
  readonly frame: TextFrame
  readonly words: readonly PdfWord[]
}

/** What one page holds, before it is laid out. */
export interface ReadPage {
  readonly about: Omit<DocumentPage, 'span'>
  readonly geometry: PageGeometry
  readonly frames: readonly FramedWords[]
  readonly slanted: readonly PdfWord[]
  /** What is drawn straight; absent where nobody asks for tables. */
  readonly rules?: readonly Rectangle[]
  readonly images: readonly ImageReference[]
  readonly warnings: readonly Finding[]
  readonly keepWords: boolean
  /** Absent where the page has no tags. */
  readonly tags?: TagNode
  readonly links: readonly PageLink[]
  readonly comments: readonly PageComment[]
  readonly files: readonly AttachedFile[]
}

/** `alone`: signs of boxes without text beside them. */
interface SignedPage extends Pick<ReadPage, 'frames'> {
  readonly rules: readonly Rectangle[]
  readonly alone: readonly PdfWord[]
}

/** With fewer characters, a page that a picture covers is a scan. */
const fewCharacters = 20
const mostlyCovered = 0.5
/** Of the pictures of a page, to be drawn for OCR: a plan in A0 at 400 dots to the inch has 250 million; 400 take 5 s. */
const mostPixels = 300_000_000
/** Where there is no character at all, so much of a picture may be text. */
const partlyCovered = 0.02

/**
 * Stretches of text with tags of their own. For each of a page's, PDFium looks through all elements of the document: 5,000
 * take a quarter of a second, 30,000 eight.
 */
const mostMarks = 5000

/** Reads one page after the other; those that need it from their picture. */
export class PageReader {
  private readonly document: PdfDocument
  private readonly form: PdfForm
  private readonly request: ExtractRequest
  private readonly options: ReadingOptions
  private readonly isTagged: boolean
  private readonly fonts: FontStyles

  constructor(document: PdfDocument, form: PdfForm, request: ExtractRequest, options: ReadingOptions) {
    this.document = document
    this.form = form
    this.request = request
    this.options = options
    this.isTagged = document.raw.FPDFCatalog_IsTagged(document.handle) !== 0
    this.fonts = new FontStyles(document)
  }

  /** @param number from 1 */
  async read(number: number): Promise<ReadPage> {
    const { document } = this
    const { raw } = document
    const page = raw.FPDF_LoadPage(document.handle, number - 1)
    if (page === 0) throw corruptDocument(`Page ${number} of the PDF could not be read.`)
    try {
      return await this.readLoaded(page, number)
    } finally {
      raw.FPDF_ClosePage(page)
    }
  }

  private async readLoaded(page: number, number: number): Promise<ReadPage> {
    const { document, request } = this
    const geometry = geometryOf(document, page)
    const text = this.wordsOf(page, geometry)
    const { filledIn, boxes, struckOut, leftOut, ...lying } = pageAnnotations(
      document,
      this.form,
      page,
      number,
      geometry,
    )
    const drawn = new DrawnRules(document, geometry)
    const pictures = new PageImages(document, number, geometry, this.options.pictures)
    let paths = 0
    // Without them, it is not known whether a page without text is a scan.
    if (request.structure || request.ocr === 'always' || text.characters < fewCharacters) {
      walkPageObjects(document, page, (object, type, toPage) => {
        if (type === pageObjectTypes.path || type === pageObjectTypes.shading) paths++
        if (type === pageObjectTypes.path && request.structure) drawn.add(object, toPage)
        else if (type === pageObjectTypes.image) pictures.add(object, toPage)
      })
    }
    const about = {
      number,
      width: roundPoints(geometry.width),
      height: roundPoints(geometry.height),
      ...(geometry.quarterTurns === 0 ? {} : { rotation: geometry.quarterTurns * 90 }),
    }
    const keepWords = request.words || (request.structure && lying.links.length > 0)
    const upright = this.withDrawnSigns(text.frames, drawn, { struckOut, boxes })
    const rest = {
      geometry,
      images: pictures.images,
      keepWords,
      ...lying,
      ...(request.structure ? { rules: upright.rules } : {}),
    }
    const digital = withFilledIn(upright.frames, [...filledIn, ...upright.alone], geometry)
    const isScan =
      text.characters < fewCharacters && pictures.coverage > (text.characters === 0 ? partlyCovered : mostlyCovered)
    const isUnreadable = text.characters >= fewCharacters && text.unmapped > text.characters / 2
    const wanted = request.ocr === 'always' || (request.ocr === 'auto' && (isScan || isUnreadable))
    const isTooLarge = pictures.pixels > mostPixels
    const read = wanted ? await this.readPicture(page, number, geometry, isTooLarge) : undefined
    if (read !== undefined && read.framed.words.length > 0) {
      // What is written on a scan, and what was filled in, is better than what the picture shows of it.
      const kept = request.ocr === 'always' || isUnreadable ? [] : digital
      return {
        ...rest,
        about: { ...about, method: kept.length > 0 ? 'hybrid' : 'ocr', confidence: read.confidence },
        frames: together(read.framed, kept),
        slanted: [],
        warnings: [...leftOut, ...read.findings],
      }
    }
    const isEmpty = digital.length === 0 && text.slanted.length === 0
    const isDrawn = pictures.coverage > 0 || paths > 0
    const isLost = read === undefined && (isEmpty || isUnreadable)
    const told = isLost ? [withoutText(number, isUnreadable, isDrawn)] : (read?.findings ?? [])
    const hasTooManyTags = this.isTagged && marksIn(text) > mostMarks
    const warnings = [...leftOut, ...told, ...(hasTooManyTags ? [tagsLeftOut(number)] : [])]
    const tags = this.isTagged && !hasTooManyTags ? tagTree(document, page) : undefined
    if (tags !== undefined) pictures.describe(altTextsOf(tags))
    return {
      ...rest,
      about: { ...about, method: 'digital' },
      frames: digital,
      slanted: text.slanted,
      warnings,
      ...(tags === undefined ? {} : { tags }),
    }
  }

  /** What is drawn at and through upright text; `rules` are the others. Where the file has fields, those say what is ticked. */
  private withDrawnSigns(
    frames: readonly FramedWords[],
    drawn: DrawnRules,
    { struckOut, boxes }: { readonly struckOut: readonly Rectangle[]; readonly boxes: readonly BoxSign[] },
  ): SignedPage {
    const own = frames.find(({ frame }) => frame.turn === 0)
    if (own === undefined) return { frames, rules: drawn.rules, alone: [] }
    const { marks, dots, rounds } = drawn
    const struck = withStruckWords(own.words, drawn.rules, struckOut)
    const bulleted = withDrawnBullets(struck.words, dots)
    const signed =
      this.form.kind === 'none'
        ? { words: withDrawnBoxes(bulleted, { rules: struck.rules, marks, dots, rounds }), alone: [] }
        : withFormBoxes(bulleted, boxes)
    const signedFrames = frames.map((each) => (each === own ? { ...own, words: signed.words } : each))
    return { frames: signedFrames, rules: struck.rules, alone: signed.alone }
  }

  private wordsOf(page: number, geometry: PageGeometry): PageWords {
    const { raw } = this.document
    const found = this.wordsAsShown(page, geometry)
    if (!standsOnItsHead(found)) return found
    // PDFium takes the letters of lines that run to the left for right-to-left text; places are told all the same.
    raw.FPDFPage_SetRotation(page, (geometry.quarterTurns + 2) & 3)
    try {
      return this.wordsAsShown(page, geometry)
    } finally {
      raw.FPDFPage_SetRotation(page, geometry.quarterTurns)
    }
  }

  private wordsAsShown(page: number, geometry: PageGeometry): PageWords {
    const { raw } = this.document
    const textPage = raw.FPDFText_LoadPage(page)
    if (textPage === 0) return { frames: [], slanted: [], characters: 0, unmapped: 0 }
    try {
      return pageWords(this.document, this.fonts, textPage, geometry, this.options.limits.textLength)
    } finally {
      raw.FPDFText_ClosePage(textPage)
    }
  }

  /** @param isTooLarge to be drawn. @returns `undefined` where nothing reads pictures */
  private async readPicture(
    page: number,
    number: number,
    geometry: PageGeometry,
    isTooLarge: boolean,
  ): Promise<ReadPicture | undefined> {
    const { ocr, signal } = this.options
    if (ocr === undefined) return undefined
    const isLeftOut = isTooLarge || (ocr.hasGivenUp?.() ?? false)
    const picture = isLeftOut ? undefined : pagePicture(this.document, page, geometry)
    if (picture === undefined && !isLeftOut) return undefined
    const { languages } = this.request
    const result = picture === undefined ? notRead : await ocr.recognize(picture, { languages, signal })
    const { confidence } = result
    return { framed: ocrWords(result, geometry), confidence, findings: pageFindings(number, result) }
  }
}

interface ReadPicture {
  readonly framed: FramedWords
  readonly confidence: number
  readonly findings: readonly Finding[]
}

function marksIn({ frames }: PageWords): number {
  const marks = new Set<number>()
  for (const { words } of frames) for (const { content } of words) marks.add(content)
  return marks.size
}

const tagsLeftOut = (number: number): Finding => ({
  code: 'tags_left_out',
  severity: 'warning',
  message: `Page ${number} has more tags than the ${mostMarks.toLocaleString('en')} that are read: its headings, lists and tables were told from where its text stands.`,
})

/** Whether most of a page's words are shown upside down. */
function standsOnItsHead({ frames }: PageWords): boolean {
  const count = (turn: number): number => frames.find(({ frame }) => frame.turn === turn)?.words.length ?? 0
  return count(2) > count(0)
}

function geometryOf(document: PdfDocument, page: number): PageGeometry {
  const { raw } = document
  // FS_RECTF is left, top, right, bottom.
  const box = document.floats(4, (address) => raw.FPDF_GetPageBoundingBox(page, address))
  const bounds = { left: box?.[0] ?? 0, top: box?.[1] ?? 792, right: box?.[2] ?? 612, bottom: box?.[3] ?? 0 }
  return pageGeometry(bounds, raw.FPDFPage_GetRotation(page) & 3)
}

const roundPoints = (points: number): number => Math.round(points * 100) / 100

function withFilledIn(
  frames: readonly FramedWords[],
  filledIn: readonly PdfWord[],
  geometry: PageGeometry,
): readonly FramedWords[] {
  if (filledIn.length === 0) return frames
  const upright = frames.find(({ frame }) => frame.turn === 0)
  if (upright === undefined) return [{ frame: textFrame(geometry, 0), words: filledIn }, ...frames]
  return frames.map((each) => (each === upright ? { ...each, words: withWordsFilledIn(each.words, filledIn) } : each))
}

/** The words of the picture but for those that stand where the file has words of its own. */
function together(read: FramedWords, kept: readonly FramedWords[]): readonly FramedWords[] {
  const same = kept.find(({ frame }) => frame.turn === read.frame.turn)
  if (same === undefined) return [read, ...kept]
  const written = same.words.map((word) => ({ ...word, ...read.frame.level(word) }))
  const fresh = read.words.filter(({ left, right, top, bottom }) => {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    return !written.some((word) => x > word.left && x < word.right && y > word.top && y < word.bottom)
  })
  return [{ frame: read.frame, words: [...fresh, ...written] }, ...kept.filter((each) => each !== same)]
}

const withoutText = (number: number, isUnreadable: boolean, isDrawn: boolean): Finding => ({
  code: 'page_without_text',
  severity: isDrawn || isUnreadable ? 'warning' : 'info',
  message: isUnreadable
    ? `The text of page ${number} is in a font that does not say its letters; it was not read from its picture: OCR is not available.`
    : isDrawn
      ? `Page ${number} has no text; if it is a scan, it was not read: OCR is not available or not wanted.`
      : `Page ${number} is empty.`,
})
