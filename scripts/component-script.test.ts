import { describe, expect, test } from 'vitest';
import { codeOf, markupOf } from './component-script.ts';

const COMPONENT = [
	'<script lang="ts" module>',
	'export const a = 1;',
	'</script>',
	'<script lang="ts">',
	"import { b } from './b.ts';",
	'</script>',
	'<p>{Date.now()}</p>',
	'<style>p { color: red; }</style>',
	'',
].join('\n');

describe('a component', () => {
	test('returns the code of all its scripts on their original lines', () => {
		const lines = codeOf('Page.svelte', COMPONENT).split('\n');
		expect(lines[1]).toBe('export const a = 1;');
		expect(lines[4]).toBe("import { b } from './b.ts';");
		expect(lines.join('').replaceAll(/\s/g, '')).toBe("exportconsta=1;import{b}from'./b.ts';");
	});

	test('returns its markup without scripts and styles on the original lines', () => {
		const lines = markupOf(COMPONENT).split('\n');
		expect(lines[6]).toBe('<p>{Date.now()}</p>');
		expect(lines.join('')).toBe('<p>{Date.now()}</p>');
	});

	test('is the only kind of file that is not entirely code', () => {
		expect(codeOf('b.ts', COMPONENT)).toBe(COMPONENT);
	});
});
