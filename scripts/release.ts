/**
 * Makes a release: `npm run release [-- --out DIRECTORY]`; the default is `release`. It writes the package, its bill of
 * materials, its provenance statement, and the checksums of these three files. It refuses a checkout with changes that
 * are not committed, because the statement names the commit. Publishing is a separate step (`docs/releasing.md`).
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { requireNode } from './node-version.ts';
import { type BillOfMaterials, completeBill, npmBillOfMaterials } from './release/bill-of-materials.ts';
import { bundledPackages } from './release/bundled-packages.ts';
import { type HashedFile, provenanceOf } from './release/provenance.ts';
import { packRelease, type ReleasePackage } from './release/release-package.ts';

const ROOT = join(import.meta.dirname, '..');
const LOCKFILE = 'package-lock.json';

requireNode();
const { values } = parseArgs({ options: { out: { type: 'string', default: 'release' } } });
const out = resolve(values.out);
const startedOn = new Date().toISOString();
const changes = git('status', '--porcelain', '--untracked-files=no');
if (changes !== '')
	throw new Error(
		`The provenance statement names a commit, so commit or stash these changes first:\n${changes}`,
	);
mkdirSync(out, { recursive: true });
const packed = packRelease(out);
const npmBill = billOf(packed);
const base = packed.file.replace(/\.tgz$/, '');
const { packages } = JSON.parse(read(LOCKFILE));
const bill = completeBill(npmBill, await bundledPackages(), packages);
const written = [packed.file, write(`${base}.cdx.json`, bill)].map(hashed);
const { repository } = JSON.parse(read('package.json')) as { readonly repository: { readonly url: string } };
const statement = provenanceOf({
	files: written,
	repository: repository.url.replace(/^git\+/, '').replace(/\.git$/, ''),
	commit: git('rev-parse', 'HEAD'),
	lockfile: { name: LOCKFILE, sha256: sha256(read(LOCKFILE)) },
	nodeVersion: process.versions.node,
	npmVersion: execFileSync('npm', ['--version'], { encoding: 'utf8' }).trim(),
	platform: `${process.platform}-${process.arch}`,
	startedOn,
	finishedOn: new Date().toISOString(),
});
const files = [...written, hashed(write(`${base}.provenance.json`, statement))];
writeFileSync(join(out, 'SHA256SUMS'), files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''));
for (const { name, sha256 } of files) console.log(`${sha256}  ${join(values.out, name)}`);
console.log(`release: ${base} with ${bill.components.length} packages in its bill of materials`);

function billOf({ content, [Symbol.dispose]: remove }: ReleasePackage): BillOfMaterials {
	try {
		return npmBillOfMaterials(content);
	} finally {
		remove();
	}
}

function write(name: string, content: object): string {
	writeFileSync(join(out, name), `${JSON.stringify(content, null, '\t')}\n`);
	return name;
}

function hashed(name: string): HashedFile {
	return { name, sha256: sha256(readFileSync(join(out, name))) };
}

function sha256(content: string | Buffer): string {
	return createHash('sha256').update(content).digest('hex');
}

function read(path: string): string {
	return readFileSync(join(ROOT, path), 'utf8');
}

function git(...args: readonly string[]): string {
	return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}
