import type { PdfDocument } from '@chancery/reading/pdfium/pdfium'

/** `FPDF_PAGEOBJ_*` of fpdf_edit.h. */
export const pageObjectTypes = { text: 1, path: 2, image: 3, shading: 4, form: 5 } as const

/** Of PDF's own kind: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

const identity: Matrix = [1, 0, 0, 1, 0, 0]
/** Forms in forms, and objects of a page, are looked at no further than this. */
const maxDepth = 6
const maxObjects = 50_000

/** Shows each object of a page, those inside forms too, with the matrix from its space to that of the page. */
export function walkPageObjects(
  document: PdfDocument,
  page: number,
  visit: (object: number, type: number, toPage: Matrix) => void,
): void {
  const { raw } = document
  let left = maxObjects
  const walk = (count: number, objectAt: (index: number) => number, toPage: Matrix, depth: number): void => {
    for (let index = 0; index < count && left > 0; index++) {
      left--
      const object = objectAt(index)
      const type = object === 0 ? 0 : raw.FPDFPageObj_GetType(object)
      if (type !== pageObjectTypes.form) visit(object, type, toPage)
      else if (depth < maxDepth) {
        const inner = combined(matrixOf(document, object), toPage)
        const objectInForm = (at: number): number => raw.FPDFFormObj_GetObject(object, at)
        walk(raw.FPDFFormObj_CountObjects(object), objectInForm, inner, depth + 1)
      }
    }
  }
  walk(raw.FPDFPage_CountObjects(page), (index) => raw.FPDFPage_GetObject(page, index), identity, 0)
}

/** The matrix of an object itself. */
export function matrixOf(document: PdfDocument, object: number): Matrix {
  const address = document.scratch
  if (document.raw.FPDFPageObj_GetMatrix(object, address) === 0) return identity
  const at = address >> 2
  const floats = document.memoryFloats
  const part = (index: number): number => floats[at + index] ?? 0
  return [part(0), part(1), part(2), part(3), part(4), part(5)]
}

/** First one, then the other. */
export const combined = (one: Matrix, other: Matrix): Matrix => [
  one[0] * other[0] + one[1] * other[2],
  one[0] * other[1] + one[1] * other[3],
  one[2] * other[0] + one[3] * other[2],
  one[2] * other[1] + one[3] * other[3],
  one[4] * other[0] + one[5] * other[2] + other[4],
  one[4] * other[1] + one[5] * other[3] + other[5],
]

export const transformed = ([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
]
