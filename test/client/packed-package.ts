/**
 * Packs the package once for all test files in the project, because packing compiles the whole service and builds the
 * dashboard.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { WAIT_MS_MAX } from '../../scripts/hang-limits.ts';

declare module 'vitest' {
	interface ProvidedContext {
		/** Path of the tarball that `npm pack` wrote. */
		readonly packedPackage: string;
	}
}

const REPOSITORY = join(import.meta.dirname, '../..');

/**
 * Packs the package. Vitest calls this before the first file; the returned function removes the tarball after the
 * last one. @throws Error if npm fails
 */
export function setup(project: TestProject): () => void {
	const folder = mkdtempSync(join(tmpdir(), 'carrywire-packed-'));
	project.provide('packedPackage', pack(folder));
	return () => rmSync(folder, { recursive: true, force: true });
}

function pack(folder: string): string {
	const printed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
		cwd: REPOSITORY,
		encoding: 'utf8',
		timeout: WAIT_MS_MAX,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	// The output of `prepack` comes before the JSON.
	const { filename } = (
		JSON.parse(printed.slice(printed.indexOf('[\n'))) as [{ readonly filename: string }]
	)[0];
	return join(folder, filename);
}
