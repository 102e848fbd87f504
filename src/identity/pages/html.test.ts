import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elementsOf, readHtml, textOf } from '../../../test/support/read-html.ts';
import { escapeHtml, Html, html } from './html.ts';

/** As a parser hands it on: line ends are one character (HTML, 13.2.3.5). */
const asRead = (text: string) => text.replace(/\r\n?/g, '\n');
const asAttribute = (text: string) => asRead(text).replaceAll('\0', '\ufffd');

/** Any text, and texts of what HTML is made of. */
const anyText = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc
		.array(
			fc.constantFrom(
				'<',
				'>',
				'"',
				"'",
				'&',
				'/',
				'=',
				'`',
				' ',
				'\n',
				'\r',
				'\0',
				'--',
				'!',
				'script',
				'</p>',
				'</title>',
				'</textarea',
				'&lt;',
				'&#60;',
				'&amp',
				'x',
				'javascript:',
				'onload',
			),
			{ maxLength: 30 },
		)
		.map((parts) => parts.join('')),
);

describe('whatever text is put in', () => {
	test('between tags the page holds it as text, and nothing else', () => {
		fc.assert(
			fc.property(anyText, (text) => {
				const [element, ...more] = readHtml(html`<p>${text}</p>`.text);
				expect(more).toEqual([]);
				expect(element).toMatchObject({ name: 'p', attributes: {} });
				expect(textOf([element ?? ''])).toBe(asRead(text));
				expect(elementsOf([element ?? ''], 'script')).toEqual([]);
			}),
			{ numRuns: 1_000 },
		);
	});

	test('in an attribute the page holds it as that, and nothing else', () => {
		fc.assert(
			fc.property(anyText, anyText, (text, other) => {
				const read = readHtml(html`<a href="${text}" title="${other}">x</a>`.text);
				expect(read).toEqual([
					{ name: 'a', attributes: { href: asAttribute(text), title: asAttribute(other) }, children: ['x'] },
				]);
			}),
			{ numRuns: 1_000 },
		);
	});

	test.each(['title', 'textarea', 'pre', 'code'])('inside of %s it ends nothing', (name) => {
		fc.assert(
			fc.property(anyText, (text) => {
				const read = readHtml(
					html`<div>${new Html(`<${name}>`)}${text}${new Html(`</${name}>`)}<i>end</i></div>`.text,
				);
				const [element] = elementsOf(read, name);
				expect(textOf(element?.children ?? [])).toBe(asRead(text));
				expect(textOf(elementsOf(read, 'i'))).toBe('end');
			}),
		);
	});

	test('escaping is undone by reading, once and only once', () => {
		fc.assert(
			fc.property(anyText, (text) => {
				expect(escapeHtml(text)).not.toMatch(/[<>"']/);
				expect(textOf(readHtml(escapeHtml(text)))).toBe(asRead(text));
				expect(textOf(readHtml(escapeHtml(escapeHtml(text))))).toBe(asRead(escapeHtml(text)));
			}),
		);
	});
});

describe('what is put in', () => {
	test('is written as it is when it is HTML already, and once', () => {
		const inner = html`<b>${'a & b'}</b>`;
		expect(html`<p>${inner}</p>`.text).toBe('<p><b>a &amp; b</b></p>');
		expect(html`<p>${new Html('<i>x</i>')}</p>`.text).toBe('<p><i>x</i></p>');
		expect(html`<p>${'<i>x</i>'}</p>`.text).toBe('<p>&lt;i&gt;x&lt;/i&gt;</p>');
	});

	test('may be a list, of lists too, whose parts are escaped one by one', () => {
		expect(html`${['<', [html`<br>`, ['&']], 1]}`.text).toBe('&lt;<br>&amp;1');
		expect(html`${[]}`.text).toBe('');
	});

	test('leaves nothing behind where it is nothing, and 0 is something', () => {
		expect(html`a${null}${undefined}${false}${0}${''}b`.text).toBe('a0b');
	});

	test('that only looks like HTML of ours is text', () => {
		const forged = JSON.parse('{"text":"<script>"}') as Html;
		expect(() => html`${forged}`.text).toThrow();
		expect(html`${String(new Html('<b>').text)}`.text).toBe('&lt;b&gt;');
	});
});
