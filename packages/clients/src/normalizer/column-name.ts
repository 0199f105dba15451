import type { ClientField } from '@chancery/core'
import { addressWords, another, joints, qualifiers, wrappers } from './column-words.ts'
import { wordsOf } from './fold.ts'
import { fieldNamed } from './known-columns.ts'

/** Fields of which a person has several, so that a qualifier only says which. */
export const qualifiable: ReadonlySet<string> = new Set<ClientField>([
  'email',
  'phone',
  'street',
  'postcode',
  'locality',
  'region',
  'country',
  'website',
  'notes',
  'taxId',
])

/** A word of it says that it is of somebody or something beside the client. */
export const namesAnother = (column: string): boolean =>
  wordsOf(column.slice(0, 200)).some((word) => another.has(word) || anotherBefore.test(word))

/** The same where words have no spaces between them: "営業担当者メールアドレス" is the address of who sells. */
const anotherBefore =
  /^(?:相手方|保証人|連帯保証人|家族|営業|自社|社内|弊社|緊急|配偶者|保護者|紹介者|负责人|負責人|销售|業務員|业务员|紧急|緊急|담당자|비상)/u

/** Which address or which person it is about is not the client for sure. */
export const speaksOfAnother = (column: string): boolean => {
  const all = wordsOf(column.slice(0, 200))
  if (namesAnother(column)) return true
  // "Notary e-mail": a word that is known, and one that is not.
  const bare = all.filter((word) => !wrappers.has(word) && !qualifiers.has(word) && !/^\d+$/.test(word))
  return bare.length > 1 && bare.some((word) => fieldNamed(word) !== undefined)
}

/** A letter that says which, "Telefon (p)", "Ph (W)", "Tel. G"; or that it is the first, "Firma 1". */
const letterBehind = /\s*(?:\(\p{L}\)|\b[GHMPW])\s*$/u
const firstOf = /(?<=\p{L}.*\p{L})[\s_]1$/u

/** The name without whose it is: "Title" of "Prospect title"; `undefined` where that is not said. */
export function unwrappedName(column: string): string | undefined {
  const all = wordsOf(column.slice(0, 120))
  const bare = all.filter((word) => !wrappers.has(word))
  return bare.length === 0 || bare.length === all.length ? undefined : bare.join(' ')
}

/** What is said of a name or of a part of an address behind it: "氏名（姓）", "住所1（市区町村・町名）", "Adresse (Straße)". */
const explained = /^(.{2,40}?)\s*[(（]([^()（）]{1,40})[)）]$/u

function explainedField(column: string): ClientField | undefined {
  const [, name, said] = explained.exec(column) ?? []
  if (name === undefined || said === undefined || namesAnother(column)) return undefined
  const part = fieldNamed(said)
  if (fieldNamed(name) === 'name' && (part === 'givenName' || part === 'familyName')) return part
  const field = fieldNamed(name) ?? qualifiedField(name)
  // The same in two languages: "VAT ID (DIČ)".
  return field !== undefined && (field === part || isAddressField(field)) ? field : undefined
}

/** The field of a name such as "Primary contact e-mail", "Phone 4 - Value", "properties.firstname". */
export function qualifiedField(column: string): ClientField | undefined {
  if (column.length > 120) return undefined
  const named = column.replace(letterBehind, '')
  const lettered = named === column ? undefined : fieldNamed(named)
  if (lettered !== undefined && qualifiable.has(lettered)) return lettered
  const first = firstOf.test(column) ? fieldNamed(column.replace(firstOf, '')) : undefined
  if (first !== undefined) return first
  const all = wordsOf(column).flatMap(
    (word) => /^(\p{L}{3,}|\p{Script=Han}{2,})(\d{1,2})$/u.exec(word)?.slice(1) ?? word,
  )
  if (all.some((word) => another.has(word))) return undefined
  const unwrapped = all.filter((word) => !wrappers.has(word))
  if (unwrapped.length < all.length && unwrapped.length > 0) {
    const field = fieldNamed(unwrapped.join(' '))
    // "Client company name" is the company's, "Company contact name" that of somebody there.
    const isSomebodys = field === 'organization' && !wrappers.has(all[0] ?? '') && !wrappers.has(all.at(-1) ?? '')
    if (field !== undefined && !isSomebodys) return field
  }
  const behind = unwrapped.findIndex((word) => addressWords.has(word)) + 1
  const part = behind === 0 ? undefined : fieldNamed(unwrapped.slice(behind).join(' '))
  // Who lives there, and how they are reached: "Default Address Company", "Billing address phone".
  if (part !== undefined && (isAddressField(part) || reachedThere.has(part))) return part
  const bare = unwrapped.filter((word) => !qualifiers.has(word) && !joints.has(word) && !/^\d{1,2}$/.test(word))
  const partOfAddress = fieldNamed(bare.filter((word) => !addressWords.has(word)).join(' '))
  if (partOfAddress !== undefined && bare.length < all.length && isAddressField(partOfAddress)) return partOfAddress
  const field = bare.length === 0 || bare.length === all.length ? undefined : fieldNamed(bare.join(' '))
  return field !== undefined && qualifiable.has(field) ? field : explainedField(column)
}

const reachedThere: ReadonlySet<string> = new Set<ClientField>(['organization', 'email', 'phone'])

const addressFields: ReadonlySet<string> = new Set<ClientField>(['street', 'postcode', 'locality', 'region', 'country'])
export const isAddressField = (field: string): boolean => addressFields.has(field)
