import { expect, test } from 'vitest';
import { docPage } from './doc-pages.ts';
import { renderPage } from './site-html.ts';

const TARGETS = {
	pages: new Map([
		['', 'Carrywire'],
		['rpc', 'Methods'],
		['design/api', 'The API'],
		['decisions/', 'Decisions'],
	]),
	files: new Set(['pictures/list.png', 'grafana/alerts.yml', 'openrpc.json']),
};

const rendered = (markdown: string, path = 'design/paper.md') =>
	renderPage(docPage(path, `# Title\n\n${markdown}\n`), TARGETS);
const htmlOf = (markdown: string, path?: string) =>
	rendered(markdown, path)
		.html.replace(/^<h1.*\n/, '')
		.trim();

test.each([
	['a page beside it', '[x](api.md)', '<a href="../design/api">x</a>'],
	['a page above it, at a heading', '[x](../rpc.md#test)', '<a href="../rpc#test">x</a>'],
	['a folder', '[x](../decisions/)', '<a href="../decisions/">x</a>'],
	['the introduction of a folder', '[x](../decisions/README.md)', '<a href="../decisions/">x</a>'],
	['the first page', '[x](../index.md)', '<a href="../">x</a>'],
	['a heading of its own', '[x](#title)', '<a href="#title">x</a>'],
	[
		'another site',
		'[x](https://example.org/a?b=1&c)',
		'<a href="https://example.org/a?b=1&amp;c" rel="noreferrer">x</a>',
	],
	['a file of docs/', '[x](../grafana/alerts.yml)', '<a href="../grafana/alerts.yml">x</a>'],
	['the OpenRPC document of the service', '[x](../openrpc.json)', '<a href="/openrpc.json">x</a>'],
	['the form of an address, as text', 'http://host:port', 'http://host:port'],
	['a source file, as text', '[`x`](../../src/a.ts)', '<code>x</code>'],
	['a page outside of docs/, as text', '[the rules](../../CONTRIBUTING.md)', 'the rules'],
])('writes a link to %s', (_what, markdown, html) => {
	expect(htmlOf(markdown)).toBe(`<p>${html}</p>`);
});

test('names a page by its title where the repository names its file', () => {
	expect(htmlOf('See [../rpc.md](../rpc.md#test).')).toBe('<p>See <a href="../rpc#test">Methods</a>.</p>');
	expect(htmlOf('See [rpc.md](rpc.md).', 'cli.md')).toBe('<p>See <a href="rpc">Methods</a>.</p>');
});

test('names headings as GitHub does, a repeated one with a number', () => {
	const { headings } = rendered('## What `x` is\n\n## Why?\n\n### Why?');
	expect(headings).toEqual([
		{ depth: 2, text: 'What x is', name: 'what-x-is' },
		{ depth: 2, text: 'Why?', name: 'why' },
		{ depth: 3, text: 'Why?', name: 'why-1' },
	]);
});

test('shows an image and takes its file along', () => {
	const { html, files } = rendered('![The "list"](../pictures/list.png)');
	expect(html).toContain(
		'<a class="image" href="../pictures/list.png"><img src="../pictures/list.png" alt="The &quot;list&quot;" loading="lazy"></a>',
	);
	expect(files).toEqual(['pictures/list.png']);
});

test('refuses an image that does not exist', () => {
	expect(() => rendered('![x](gone.png)')).toThrow(
		'docs/design/paper.md shows gone.png, which does not exist.',
	);
});

test('shows markup as text and drops notes', () => {
	expect(htmlOf('Put <name> here.\n\n<!-- A note. -->\n\n<script>alert(1)</script>')).toBe(
		'<p>Put &lt;name&gt; here.</p>\n&lt;script&gt;alert(1)&lt;/script&gt;',
	);
});

test('makes wide tables and examples scroll, by keyboard too', () => {
	expect(htmlOf('| a | b |\n| --- | ---: |\n| 1 | 2 |')).toMatch(
		/^<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th>a<\/th>\s*<th align="right">b<\/th>/,
	);
	expect(htmlOf('| | b |\n| --- | --- |\n| 1 | 2 |')).toMatch(/<tr><td><\/td>\s*<th>b<\/th>/);
	expect(htmlOf('```sh\na < b\n```')).toBe(
		'<pre tabindex="0"><code class="language-sh">a &lt; b</code></pre>',
	);
});
