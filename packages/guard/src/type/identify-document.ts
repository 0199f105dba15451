import type { DocumentType } from '@chancery/core'
import { declaredCharset, dosDecoder } from '@chancery/formats/text'
import { signatureOf } from './binary-signature.ts'
import { compoundType } from './compound-type.ts'
import { defaultGuardLimits } from '../guard-limits.ts'
import { guessCharset, withoutUtf32 } from '../encoding/text-charset.ts'
import { beginsWithHeader, textTypeOf, type TextType } from './text-type.ts'
import { packageType, packageTypeHint } from './zip-package-type.ts'
import { readZipDirectory } from '../zip/zip-directory.ts'

/** A text by its bytes: its type, and how it is encoded. */
export interface TextIdentity {
  readonly type: TextType
  /** False where a file's name may decide between text types. */
  readonly isSure: boolean
  /** Whether it begins with a line that a mail could begin with. */
  readonly hasHeader: boolean
  readonly charset: string
  /** Whether the charset is no more than the likeliest one. */
  readonly isGuess: boolean
}

const headBytes = 64 * 1024

/** What a text is; `undefined` where the bytes are none. */
export function identifyText(bytes: Uint8Array): TextIdentity | undefined {
  const guess = guessCharset(bytes)
  if (guess === undefined || bytes.length === 0) return undefined
  const dos = dosDecoder(guess.charset)
  const decode = dos ?? ((part: Uint8Array): string => new TextDecoder(guess.charset).decode(part))
  const head = decode(bytes.subarray(0, headBytes))
  // An even number of bytes, so that UTF-16 stays in step.
  const tail = decode(bytes.subarray(bytes.length - Math.min(bytes.length - (bytes.length % 2), 1024)))
  const { type, isSure } = textTypeOf(head, tail.trimEnd().at(-1) ?? '')
  const hasHeader = beginsWithHeader(head)
  const isMarkup = type === 'html' || type === 'xml' || type === 'svg'
  const declared = guess.isCertain || !isMarkup ? undefined : declaredCharset(bytes)
  return {
    type,
    isSure,
    hasHeader,
    charset: declared ?? guess.charset,
    isGuess: declared === undefined && guess.isGuess === true,
  }
}

/** The type from the bytes alone; `unknown` for what is none of the known ones. Never throws. */
export function identifyDocument(bytes: Uint8Array): DocumentType {
  const signature = signatureOf(bytes)
  if (signature === undefined) return identifyText(withoutUtf32(bytes))?.type ?? 'unknown'
  if (signature === 'cfb') {
    const type = compoundType(bytes)
    return type === undefined || type === 'encrypted' || type === 'cut-off' ? 'unknown' : type
  }
  if (signature !== 'zip') return signature
  try {
    return packageType(readZipDirectory(bytes, defaultGuardLimits))
  } catch {
    return packageTypeHint(bytes)
  }
}
