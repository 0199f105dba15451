/** As a file to be saved, and never as a page: the names of documents are those of callers (RFC 6266, RFC 8187). */
export const attachment = (filename: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(filename.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`
