/** Signs of Chinese and Japanese keyboards as those that stand in tags: `＃` is `#`, `：` is `:`, `．` is `.`. */
export const withPlainSigns = (source: string): string =>
  source
    .replaceAll(/[！-～]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0xfee0))
    .replaceAll('\u3000', ' ')
    .replaceAll('。', '.')
