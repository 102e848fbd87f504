import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elementsOf, readHtml, textOf } from '../../test/support/read-html.ts';
import { escapeHtml, Html, html } from './html.ts';

/** Returns the text as a parser delivers it, with line ends as one character (HTML, 13.2.3.5). */
const asRead = (text: string) => text.replace(/\r\n?/g, '\n');
const asAttribute = (text: string) => asRead(text).replaceAll('\0', '\ufffd');

/** Generates any text, and texts with HTML syntax. */
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

describe('any text', () => {
	test('between tags stays text', () => {
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

	test('in an attribute stays its value', () => {
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

	test.each(['title', 'textarea', 'pre', 'code'])('inside %s does not end the element', (name) => {
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

	test('is unescaped exactly once by a parser', () => {
		fc.assert(
			fc.property(anyText, (text) => {
				expect(escapeHtml(text)).not.toMatch(/[<>"']/);
				expect(textOf(readHtml(escapeHtml(text)))).toBe(asRead(text));
				expect(textOf(readHtml(escapeHtml(escapeHtml(text))))).toBe(asRead(escapeHtml(text)));
			}),
		);
	});
});

describe('a template value', () => {
	test('that is HTML is written unchanged', () => {
		const inner = html`<b>${'a & b'}</b>`;
		expect(html`<p>${inner}</p>`.text).toBe('<p><b>a &amp; b</b></p>');
		expect(html`<p>${new Html('<i>x</i>')}</p>`.text).toBe('<p><i>x</i></p>');
		expect(html`<p>${'<i>x</i>'}</p>`.text).toBe('<p>&lt;i&gt;x&lt;/i&gt;</p>');
	});

	test('may be a nested list, whose parts are escaped one by one', () => {
		expect(html`${['<', [html`<br>`, ['&']], 1]}`.text).toBe('&lt;<br>&amp;1');
		expect(html`${[]}`.text).toBe('');
	});

	test('renders nothing for null, undefined and false, but renders 0', () => {
		expect(html`a${null}${undefined}${false}${0}${''}b`.text).toBe('a0b');
	});

	test('that only resembles our HTML is text', () => {
		const forged = JSON.parse('{"text":"<script>"}') as Html;
		expect(() => html`${forged}`.text).toThrow();
		expect(html`${String(new Html('<b>').text)}`.text).toBe('&lt;b&gt;');
	});
});
