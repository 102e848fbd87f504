import { describe, expect, test } from 'vitest';
import { addressOf, docPage, pagesOfSidebar, sidebarOf } from './doc-pages.ts';

const page = (path: string, title = path) => docPage(path, `# ${title}\n\nText.\n`);

describe('a page', () => {
	test('has its first heading as title and its first sentence as summary', () => {
		const { title, summary } = docPage(
			'a.md',
			'# The `gate`\n\n<!-- A note. -->\n\n![An image](a.png)\n\nIt **checks** [each order](b.md) of\nv0.1. Then more.\n',
		);
		expect([title, summary]).toEqual(['The gate', 'It checks each order of v0.1.']);
	});

	test('takes the whole paragraph where no sentence ends', () => {
		expect(docPage('a.md', '# A\n\nOne: two\n\nThree.').summary).toBe('One: two');
	});

	test('skips a status and a bold label', () => {
		expect(docPage('a.md', '# A\n\nStatus: in force.\n\n**Decision.** Sync first. Then send.').summary).toBe(
			'Sync first.',
		);
	});

	test('shows signs that HTML escapes', () => {
		expect(docPage('a.md', "# Risk & <name>\n\n`a < b` isn't. C").summary).toBe("a < b isn't.");
	});

	test('is refused without a title', () => {
		expect(() => docPage('a.md', 'Text.')).toThrow('docs/a.md has no title: begin it with a line "# Title".');
	});
});

test.each([
	['index.md', ''],
	['rpc.md', 'rpc'],
	['decisions/README.md', 'decisions/'],
	['guides/index.md', 'guides/'],
	['design/api.md', 'design/api'],
])('%s has the address %j', (path, address) => {
	expect(addressOf(path)).toBe(address);
});

describe('the sidebar', () => {
	const pages = [
		'architecture.md',
		'decisions/001-first.md',
		'decisions/README.md',
		'design/api.md',
		'errors.md',
		'guides/a-new-guide.md',
		'guides/paper.md',
		'index.md',
		'modes.md',
		'of-no-list.md',
		'rpc.md',
		'tales/one.md',
	].map((path) => page(path));
	const parts = sidebarOf(pages);
	const paths = (of: readonly { readonly path: string }[]) => of.map(({ path }) => path);

	test('has three parts in a fixed order, and pages of no list at the end of their part', () => {
		expect(parts.map(({ name, pages: own }) => [name, ...paths(own)])).toEqual([
			['Guides', 'guides/paper.md', 'modes.md', 'guides/a-new-guide.md'],
			['Reference', 'rpc.md', 'errors.md', 'of-no-list.md'],
			['For engineers', 'architecture.md'],
		]);
	});

	test('has a group for each other folder, with its introduction first', () => {
		expect(parts.at(-1)?.groups.map(({ name, pages: own }) => [name, ...paths(own)])).toEqual([
			['Design', 'design/api.md'],
			['Decisions', 'decisions/README.md', 'decisions/001-first.md'],
			['Tales', 'tales/one.md'],
		]);
	});

	test('has every page but the first one, once', () => {
		expect(paths(pagesOfSidebar(parts)).sort()).toEqual(paths(pages).filter((path) => path !== 'index.md'));
	});

	test('has no part without pages', () => {
		expect(sidebarOf([page('rpc.md')]).map(({ name }) => name)).toEqual(['Reference']);
	});
});
