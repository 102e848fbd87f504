/** Reads texts from the installed package: the pages in `docs/` and the instructions for agents. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DOCUMENTATION_PAGES, type Documentation } from '../mcp/documentation.ts';
import { START_TEXT } from './text.ts';

const SKILL = join('skills', 'carrywire', 'SKILL.md');

/** Reads the package's texts from the folder `root`. */
export function documentationOf(root: string): Documentation {
	return {
		page(name) {
			if (!DOCUMENTATION_PAGES.some((page) => page.name === name))
				throw new Error(START_TEXT.noPage(JSON.stringify(name)));
			return readFile(join(root, 'docs', `${name}.md`), 'utf8');
		},
		skill: () => readFile(join(root, SKILL), 'utf8'),
	};
}
