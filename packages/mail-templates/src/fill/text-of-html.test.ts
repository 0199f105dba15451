import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { textOfHtml } from './text-of-html.ts'

describe('the text of html', () => {
  it.each([
    [
      'words and entities',
      '<p>Dear &lt;Ada&gt; &amp; Co,<br>hello</p><p>Bye\n now</p>',
      'Dear <Ada> & Co,\nhello\n\nBye now',
    ],
    ['headings as they are written', '<h1>Your invoice</h1><h2>Total</h2>', 'Your invoice\n\nTotal'],
    ['links', 'Pay <a href="https://pay.example/1?a=1&amp;b=2">here</a>.', 'Pay here (https://pay.example/1?a=1&b=2).'],
    ['a link that says where it leads', '<a href="https://pay.example">https://pay.example</a>', 'https://pay.example'],
    [
      'a mailbox, and a place in the e-mail',
      '<a href="mailto:a@b.example">a@b.example</a> <a href="#top">up</a>',
      'a@b.example up',
    ],
    [
      'a button that is a picture',
      '<a href="https://pay.example"><img src="b.png" alt="Pay now"></a>',
      'Pay now (https://pay.example)',
    ],
    ['pictures without words', '<p>x<img src="pixel.gif" width="1"></p>', 'x'],
    [
      'rows of tables',
      '<table><tr><td>Lamp</td><td>3.00</td></tr><tr><th>Total</th><td><b>3.00</b></td></tr></table>',
      'Lamp 3.00\nTotal 3.00',
    ],
    [
      'a layout of tables',
      '<table><tr><td><h1>Hi</h1><table><tr><td>a</td><td>b</td></tr></table></td></tr></table>',
      'Hi\n\na b',
    ],
    ['lists', '<ul><li>a</li><li>b</li></ul><ol><li>c</li></ol>', ' * a\n * b\n\n 1. c'],
    [
      'terms and what they mean',
      '<dl><dt>Term</dt><dd>Said</dd><dt>Next</dt><dd>Too</dd></dl>',
      'Term\nSaid\nNext\nToo',
    ],
    ['nothing of what is hidden', '<div style="DISPLAY:none">a</div><p hidden>b</p><p aria-hidden="true">c</p>d', 'd'],
    [
      'nothing of what a style sheet hides, in whatever way',
      '<style>.pre { display : none !important } @media (max-width: 9px) { .wide { display: none } }</style><span class="pre">a</span><i class="wide">b</i><p style="visibility:hidden">c</p><div style="mso-hide:all;max-height:0;overflow:hidden">d</div><div style="font-size:0"><p style="font-size:14px">e</p></div>',
      'b\n\ne',
    ],
    [
      'lines for whatever is no part of a line',
      '<center>a</center><figure><img alt="b"><figcaption>c</figcaption></figure><menu><li>d</li><li>e</li></menu><fieldset><legend>f</legend>g</fieldset><address>h</address>i',
      'a\nb\nc\nd\ne\nf\ng\nh\ni',
    ],
    ['addresses without the spaces around them', '<a href=" https://a.example/ ">a</a>', 'a (https://a.example/)'],
    ['an address whose spaces are written out', '<a href="https://a.example/b c">a</a>', 'a (https://a.example/b%20c)'],
    [
      'a number once that a telephone link shows',
      '<a href="tel:+49301234567">+49 30 123 45 67</a>, <a href="tel:+49301234567">our office</a>',
      '+49 30 123 45 67, our office (tel:+49301234567)',
    ],
    [
      'a cell beside one with a table on a line of its own',
      '<table><tr><td><table><tr><td>a</td></tr></table></td><td>b</td></tr></table>',
      'a\n\nb',
    ],
    ['the words of buttons in forms', '<input type="submit" value="Send"><input type="text" value="x">', 'Send'],
    ['quotation marks', '<q>hi</q>', '“hi”'],
    ['no characters that nobody sees', '<p>Donau&shy;dampf&zwnj;&#847; 👩‍👩‍👧 می‌خواهم</p>', 'Donaudampf 👩‍👩‍👧 می‌خواهم'],
    ['nothing of scripts, styles and titles', '<title>a</title><style>b</style><script>c</script><!-- d -->e', 'e'],
  ])('has %s', (_, html, text) => {
    expect(textOfHtml(html)).toBe(text)
  })

  it('takes linear time for spaces that are kept', async () => {
    await expectLinearTime(20_000, (size) => `<pre>${' '.repeat(size)}x</pre>`, textOfHtml)
  })

  it.each(['<div>', '<table><tr><td>', '<p>', '<b>', '<ul><li>', '<blockquote>'])(
    'comes of any depth of %s',
    (tags) => {
      expect(textOfHtml(`before ${tags.repeat(20_000)}`)).toContain('before')
    },
  )
})
