/** Texts that lie beside the code in every installed package: the pages of `docs/` and the instructions for agents. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DOCUMENTATION_PAGES, type Documentation } from '../mcp/documentation.ts';

const SKILL = join('skills', 'carrywire', 'SKILL.md');

/** Reads from the package that `from` (a folder) lies in. @throws Error where no folder above it has them. */
export function documentationOf(from: string): Documentation {
	const root = packageRoot(from);
	return {
		page(name) {
			if (!DOCUMENTATION_PAGES.some((page) => page.name === name))
				throw new Error(`No page of the documentation has the name ${JSON.stringify(name)}.`);
			return readFile(join(root, 'docs', `${name}.md`), 'utf8');
		},
		skill: () => readFile(join(root, SKILL), 'utf8'),
	};
}

/** The code may lie compiled, in a folder with a package.json of its own: the pages say where the package begins. */
function packageRoot(from: string): string {
	for (let folder = from; ; folder = dirname(folder)) {
		if (existsSync(join(folder, 'docs', 'rpc.md'))) return folder;
		if (dirname(folder) === folder) throw new Error(`The documentation lies in no folder above ${from}.`);
	}
}
