import { editDistance } from '@chancery/core'
import type { Declaration } from '../../page/read-css.ts'
import type { AdviceCode } from '../advice.ts'
import { htmlRule, holdsTag } from '../rule.ts'

const placeholder =
  /^(?:https?:)?\/\/(?:(?:www\.)?example\.(?:com|org|net)|via\.placeholder\.com|placehold(?:er)?\.(?:it|co|com)|picsum\.photos|dummyimage\.com|lorempixel\.com|loremflickr\.com|placekitten\.com|fakeimg\.pl|localhost|127\.\d+\.\d+\.\d+|(?:[\w-]+\.)+(?:local|test|invalid|example))(?=[:/?#]|$)/i
const notImage =
  /\.(?:pdf|html?|php|psd|ai|eps|docx?|zip|exe|txt|mov|avi|db|mp3|wav|csv|xlsx?|pptx?|json|xml|css|js|woff2?|ttf)(?:[?#]|$)/i

/** Pages of file services and of mail programs that show an image to who is signed in. */
const ofService =
  /^https:\/\/(?:drive\.google\.com\/(?:file|open)|docs\.google\.com\/|mail\.google\.com\/|github\.com\/[^/]+\/[^/]+\/blob\/|(?:www\.)?(?:youtube\.com\/watch|youtu\.be\/|vimeo\.com\/)|photos\.app\.goo\.gl\/|photos\.google\.com\/|(?:www\.)?dropbox\.com\/(?!.*[?&](?:raw|dl)=1)|1drv\.ms\/|onedrive\.live\.com\/(?!download)|[\w-]+\.sharepoint\.com\/|www\.icloud\.com\/|wetransfer\.com\/|outlook\.(?:office|live)\.com\/)/i

const endings = ['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg', 'bmp', 'avif', 'apng', 'heic', 'tiff', 'ico']

/** Whether a file has an ending that is nearly one of images. */
function hasOddEnding(url: string): boolean {
  const ending = /\/[^/?#]{1,500}\.([a-z]{3,5})(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? ''
  if (
    ending === '' ||
    endings.includes(ending) ||
    notImage.test(url) ||
    /^(?:aspx?|ashx|jsp|cgi|tif|jpe|jfif)$/.test(ending)
  )
    return false
  return endings.some((known) => editDistance(ending, known, 1) === 1)
}

/** What is wrong with the whole address of an image. */
export function* imageVerdicts(url: string): Generator<AdviceCode> {
  const isWeb = /^https?:\/\/[^/\s?#]/i.test(url)
  if (/^(?:https?|htp|htps|http)[:/]/i.test(url) && (!isWeb || /^https?:\/\/https?:/i.test(url)))
    yield 'invalid_image_address'
  else if (/^(?:(?!file:)[a-z][a-z\d+-]{1,20}:)?\/\//i.test(url) && !isWeb) yield 'invalid_image_address'
  else if (!isWeb) yield 'relative_image'
  else if (/\s|,https?:/i.test(url) || hasOddEnding(url)) yield 'invalid_image_address'
  if (placeholder.test(url)) yield 'placeholder_image'
  else if (/^http:/i.test(url)) yield 'insecure_image'
  if (/^https?:\/\/[^/?#]+\/?$|^[^?#]*\/$/i.test(url) || notImage.test(url) || ofService.test(url)) yield 'not_an_image'
}

/** Images that a style draws: their addresses, as written. */
const drawn = (value: string): readonly string[] =>
  Array.from(value.slice(0, 5000).matchAll(/url\((?:\s*["'])?([^"')]*)(?:["']\s*)?\)/gi), ([, url = '']) =>
    url.trim(),
  ).filter((url) => url !== '' && !url.startsWith('#'))

/** Images that mail programs show wrongly or not at all. */
export const images = htmlRule(({ starts, parsed, inline, sheets, page }, tell) => {
  const checkDrawn = ({ value, start, end }: Declaration): void => {
    if (!/url\(/i.test(value) || holdsTag(parsed, start, end)) return
    for (const url of drawn(value))
      if (/^data:/i.test(url)) tell('data_image', { start, end })
      else if (!/^cid:/i.test(url)) for (const code of imageVerdicts(url)) tell(code, { start, end })
  }
  for (const { rules } of sheets)
    for (const { declarations, within } of rules)
      if (!within.some(({ name }) => name === 'font-face')) declarations.forEach(checkDrawn)
  for (const { tag, from, to } of page.elements)
    if (
      tag.name === 'picture' &&
      !page.tokens.slice(from, to).some((token) => token.kind === 'start' && token.name === 'img')
    )
      tell('image_without_source', tag, { message: 'A picture has no img; most mail programs show nothing.' })
  for (const tag of starts) {
    for (const { declarations } of inline.get(tag.start)?.rules ?? []) declarations.forEach(checkDrawn)
    const background = tag.attributes.get('background')
    if (
      background !== undefined &&
      background.value.trim() !== '' &&
      !holdsTag(parsed, background.start, background.end)
    )
      for (const code of imageVerdicts(background.value.trim())) tell(code, background)
    if (tag.name !== 'img') continue
    const { attributes } = tag
    const source = attributes.get('src')
    const url = source?.value.trim() ?? ''
    const isValue = source !== undefined && holdsTag(parsed, source.start, source.end)
    const place = source ?? tag
    const begins = isValue && /^src\s*=\s*(?:["']\s*)?\{\{/i.test(parsed.field.source.slice(source.start, source.end))
    if (url === '') tell('image_without_source', place)
    else if (/^data:/i.test(url)) tell('data_image', place)
    else if (/^cid:/i.test(url))
      tell('inline_image', place, { message: `The image ${url.slice(0, 80)} must come as an inline attachment.` })
    else if (!begins) for (const code of imageVerdicts(url)) tell(code, place)
    const set = attributes.get('srcset')
    if (set !== undefined && !holdsTag(parsed, set.start, set.end))
      for (const candidate of set.value.slice(0, 10_000).split(/,\s/)) {
        const [address = '', ...more] = candidate.trim().split(/\s+/)
        if (more.length > 1 || !/^$|^\d+w$|^\d*\.?\d+x$/.test(more[0] ?? ''))
          tell('invalid_attribute', set, {
            message: 'An image of a set has no comma behind it, or a size that is none.',
            hint: 'Write srcset="a.png 1x, b.png 2x".',
          })
        if (address !== '' && !/^(?:data|cid):/i.test(address))
          for (const code of imageVerdicts(address)) tell(code, set)
      }
    const style = inline.get(tag.start)?.rules.flatMap(({ declarations }) => declarations) ?? []
    const width = attributes.get('width')?.value.trim()
    const height = attributes.get('height')?.value.trim()
    const isDot = (value: string | undefined, name: string): boolean =>
      value === '1' || value === '0' || style.some((each) => each.name === name && /^[01](?:px)?$/.test(each.value))
    const isHidden =
      (attributes.get('alt')?.value.trim() ?? '') === '' &&
      style.some(({ name, value }) => name === 'display' && /^none\b/i.test(value))
    if (isHidden || (isDot(width, 'width') && isDot(height, 'height'))) tell('tracking_pixel', tag)
    if (
      width === undefined &&
      !style.some(({ name, value }) => name === 'width' || (name === 'max-width' && !value.includes('%')))
    )
      tell('image_without_width', tag)
    else if (
      width === '100%' &&
      height === undefined &&
      !style.some(({ name, value }) => name === 'max-width' && !value.includes('%'))
    )
      tell('image_without_width', attributes.get('width') ?? tag, {
        message: 'The width of an image is in per cent; Outlook takes that of the file.',
        severity: 'info',
      })
    else if (width !== undefined && /^auto$/i.test(width)) tell('image_without_width', attributes.get('width') ?? tag)
    if (width === '0' && height !== '0' && height !== '1')
      tell('distorted_image', attributes.get('width') ?? tag, {
        message: 'An image is nothing wide; nobody sees it.',
        hint: 'Write its width in pixels.',
      })
    for (const [name, one, other] of [['width', width, height] as const, ['height', height, width] as const])
      if (one?.endsWith('%') === true && other !== undefined && /^\d+$/.test(other))
        tell('distorted_image', attributes.get(name) ?? tag)
  }
})
