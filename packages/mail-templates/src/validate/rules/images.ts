import { htmlRule, holdsTag } from '../rule.ts'

const placeholder =
  /^(?:https?:)?\/\/(?:(?:www\.)?example\.(?:com|org|net)|via\.placeholder\.com|placehold(?:er)?\.(?:it|co|com)|picsum\.photos|dummyimage\.com|lorempixel\.com|loremflickr\.com|placekitten\.com|fakeimg\.pl|localhost|127\.\d+\.\d+\.\d+|(?:[\w-]+\.)+(?:local|test|invalid|example))(?=[:/?#]|$)/i
const notImage = /\.(?:pdf|html?|php|psd|ai|eps|docx?|zip|exe|txt|mov|avi)(?:[?#]|$)/i

/** Images that mail programs show wrongly or not at all. */
export const images = htmlRule(({ starts, parsed, inline }, tell) => {
  for (const tag of starts) {
    if (tag.name !== 'img') continue
    const { attributes } = tag
    const source = attributes.get('src')
    const url = source?.value.trim() ?? ''
    const isValue = source !== undefined && holdsTag(parsed, source.start, source.end)
    const place = source ?? tag
    const begins = isValue && /^src\s*=\s*["']?\s*\{\{/i.test(parsed.field.source.slice(source.start, source.end))
    if (url === '') tell('image_without_source', place)
    else if (/^data:/i.test(url)) tell('data_image', place)
    else if (/^cid:/i.test(url))
      tell('inline_image', place, { message: `The image ${url.slice(0, 80)} must come as an inline attachment.` })
    else if (!begins) {
      const isWeb = /^https?:\/\/[^/\s?#]/i.test(url)
      if (/^(?:https?|htp|htps|http)[:/]/i.test(url) && (!isWeb || /^https?:\/\/https?:/i.test(url)))
        tell('invalid_image_address', place)
      else if (!isWeb && !url.startsWith('//')) tell('relative_image', place)
      else if (/\s/.test(url)) tell('invalid_image_address', place)
      if (placeholder.test(url)) tell('placeholder_image', place)
      else if (/^http:/i.test(url)) tell('insecure_image', place)
      if (notImage.test(url)) tell('not_an_image', place)
    }
    const style = inline.get(tag.start)?.rules.flatMap(({ declarations }) => declarations) ?? []
    const width = attributes.get('width')?.value.trim()
    const height = attributes.get('height')?.value.trim()
    const isDot = (value: string | undefined, name: string): boolean =>
      value === '1' || value === '0' || style.some((each) => each.name === name && /^[01](?:px)?$/.test(each.value))
    if (isDot(width, 'width') && isDot(height, 'height')) tell('tracking_pixel', tag)
    if (
      width === undefined &&
      !style.some(({ name, value }) => name === 'width' || (name === 'max-width' && !value.includes('%')))
    )
      tell('image_without_width', tag)
    if (width !== undefined && width.endsWith('%') && height !== undefined && /^\d+$/.test(height))
      tell('distorted_image', attributes.get('width') ?? tag)
  }
})
