import type { HtmlTag } from '../../parse/html-tokens.ts'
import { type Feature, featureNamed, featuresBySlug } from './client-support.ts'

/** Elements whose feature has another name, or several elements in one. */
const otherNames: Readonly<Record<string, string>> = {
  h1: 'h1-h6',
  h2: 'h1-h6',
  h3: 'h1-h6',
  h4: 'h1-h6',
  h5: 'h1-h6',
  h6: 'h1-h6',
  ul: 'lists',
  ol: 'lists',
  dl: 'lists',
  map: 'image-maps',
  ...Object.fromEntries(
    'article aside details figcaption figure footer header main mark nav section summary time'
      .split(' ')
      .map((name) => [name, 'semantics']),
  ),
}

/** Slugs of html that are no element of their name. */
const attributes = new Set(
  'align aria-describedby aria-hidden aria-label aria-labelledby aria-live background cellpadding cellspacing dir height hidden lang popover required role target valign width'.split(
    ' ',
  ),
)

/** What a start tag uses. */
export function featuresOfTag({ name, attributes: given }: HtmlTag): readonly Feature[] {
  const type = given.get('type')?.value.trim().toLowerCase() ?? ''
  const found: Feature[] = []
  const add = (slug: string): void => {
    for (const feature of featureNamed(slug)) found.push(feature)
  }
  if (name === 'input') add(`html-input-${type === '' || !featuresBySlug.has(`html-input-${type}`) ? 'text' : type}`)
  else if (name === 'button') add(`html-button-${type === 'reset' ? 'reset' : 'submit'}`)
  else if (!attributes.has(name)) add(`html-${otherNames[name] ?? name}`)
  for (const [attribute, { value }] of given) {
    if (attributes.has(attribute)) add(`html-${attribute}`)
    else if (attribute === 'loading') add('html-loading-attribute')
    else if (attribute === 'srcset' || (attribute === 'sizes' && name !== 'link')) add('html-srcset')
    else if (attribute === 'inert') add('css-inert-attribute')
    else if (attribute === 'href' && /^#./.test(value)) add('html-anchor-links')
    else if (attribute === 'href' && /^mailto:/i.test(value)) add('html-mailto-links')
    else if (attribute === 'name' && name === 'meta' && value.toLowerCase() === 'color-scheme')
      add('html-meta-color-scheme')
    else if (name === 'html' && /^(?:⚡4email|amp4email)$/.test(attribute)) add('amp')
  }
  return found
}

/** Elements that are images, or load them, with the attribute that names it. */
const sources: Readonly<Record<string, readonly string[]>> = {
  img: ['src', 'srcset'],
  source: ['srcset', 'src'],
  image: ['href', 'xlink:href'],
  input: ['src'],
}

const byEnding: Readonly<Record<string, string>> = {
  apng: 'apng',
  avif: 'avif',
  bmp: 'bmp',
  gif: 'gif',
  heic: 'heif',
  heif: 'heif',
  ico: 'ico',
  jpeg: 'jpg',
  jpg: 'jpg',
  mp4: 'mp4',
  png: 'png',
  svg: 'svg',
  tif: 'tiff',
  tiff: 'tiff',
  webp: 'webp',
}

/** The kind of image that an address leads to, by its ending or its media type. */
export function featuresOfImage(address: string): readonly Feature[] {
  const [, media] = /^data:image\/(?:x-|vnd\.microsoft\.)?([a-z]+)/i.exec(address) ?? []
  if (media !== undefined)
    return [
      ...featureNamed('image-base64'),
      ...featureNamed(`image-${byEnding[media.toLowerCase().replace('icon', 'ico')] ?? ''}`),
    ]
  const path = address.slice(0, 2000).split(/[?#]/, 1)[0] ?? ''
  const [, ending = ''] = /\.([a-z0-9]+)$/i.exec(path) ?? []
  return featureNamed(`image-${byEnding[ending.toLowerCase()] ?? ''}`)
}

/** Addresses of images in a start tag. */
export function imageAddresses({ name, attributes: given }: HtmlTag): readonly string[] {
  const own = (sources[name] ?? []).flatMap((attribute) => {
    const value = given.get(attribute)?.value ?? ''
    if (attribute !== 'srcset') return [value]
    return value
      .slice(0, 10_000)
      .split(',')
      .map((candidate) => candidate.trim().split(/\s/, 1)[0] ?? '')
  })
  return [...own, given.get('background')?.value ?? ''].filter((address) => address !== '')
}
