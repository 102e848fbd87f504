/** Finds the program files that a policy may read: those of its folder, but nothing of the replayed data. */

import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, extname, join, sep } from 'node:path';
import { PolicyError } from '../policies/policy.ts';

/** A policy file with what it may read. Paths are absolute and free of links. */
export type PolicyFiles = {
	readonly file: string;
	readonly folder: string;
	/** The policy file and the other program files of its folder. */
	readonly readable: readonly string[];
};

/** Endings of files that may hold a policy. */
export const POLICY_ENDINGS: readonly string[] = ['.ts', '.mts', '.js', '.mjs'];

const FILES_MAX = 300;
const ENTRIES_MAX = 10_000;

/**
 * Finds the files. Links are left out, because they may lead to data.
 * @param data files and folders of the replayed data
 * @throws PolicyError if the file cannot be read, or its folder holds too many files
 */
export function policyFiles(path: string, data: readonly string[]): PolicyFiles {
	if (!POLICY_ENDINGS.includes(extname(path)))
		throw new PolicyError(
			'POLICY_FILE',
			`${path} is not a policy file. A policy file ends in ${POLICY_ENDINGS.join(', ')}.`,
		);
	const file = realFile(path);
	const folder = dirname(file);
	const hidden = data.flatMap((place) => realPath(place) ?? []);
	const isHidden = (entry: string) =>
		hidden.some((place) => entry === place || entry.startsWith(`${place}${sep}`));
	const readable = new Set([file]);
	let entries = 0;
	const search = (from: string): void => {
		for (const entry of readdirSync(from, { withFileTypes: true })) {
			const found = join(from, entry.name);
			entries += 1;
			if (entries > ENTRIES_MAX || readable.size > FILES_MAX) throw tooMany(path);
			if (isHidden(found) || entry.name.startsWith('.') || entry.name === 'node_modules') continue;
			if (entry.isDirectory()) search(found);
			else if (entry.isFile() && POLICY_ENDINGS.includes(extname(found))) readable.add(found);
		}
	};
	search(folder);
	return { file, folder, readable: [...readable] };
}

function tooMany(path: string): PolicyError {
	return new PolicyError(
		'POLICY_FILE',
		`The folder of ${path} holds more than ${FILES_MAX} program files or ${ENTRIES_MAX} entries. Put the policy into a folder of its own.`,
	);
}

function realFile(path: string): string {
	const real = realPath(path);
	if (real !== undefined && lstatSync(real).isFile()) return real;
	throw new PolicyError('POLICY_FILE', `There is no file ${path}. Give the path of a policy file.`);
}

function realPath(path: string): string | undefined {
	try {
		return realpathSync(path);
	} catch {
		return undefined;
	}
}
