import { describe, expect, test } from 'vitest';
import { type BillOfMaterials, completeBill } from './bill-of-materials.ts';
import { packagesIn } from './bundled-packages.ts';
import { provenanceOf } from './provenance.ts';
import { faultsOfShrinkwrap } from './release-package.ts';

describe('shrinkwrap file', () => {
	const locked = { version: '1.0.0', integrity: 'sha512-AA==' };
	const lockfile = { packages: { '': {}, 'node_modules/a': locked, 'node_modules/b': locked } };

	test('may leave out packages of development', () => {
		expect(faultsOfShrinkwrap({ packages: { '': {}, 'node_modules/a': locked } }, lockfile)).toEqual([]);
	});

	test('may not change or add a package, and must list one', () => {
		const packages = {
			'node_modules/a': { ...locked, version: '1.0.1' },
			'node_modules/b': { ...locked, integrity: 'sha512-BB==' },
			'node_modules/c': locked,
		};
		expect(faultsOfShrinkwrap({ packages }, lockfile)).toEqual([
			'node_modules/a: was 1.0.1, must be 1.0.0',
			'node_modules/b: was 1.0.0, must be 1.0.0',
			'node_modules/c: was 1.0.0, must be undefined',
		]);
		expect(faultsOfShrinkwrap({ packages: { '': {} } }, lockfile)).toEqual([
			'the shrinkwrap file lists no package',
		]);
	});
});

test('finds the packages of modules by their innermost folder', () => {
	expect(
		packagesIn([
			'/a/dashboard/src/main.ts',
			'/a/node_modules/svelte/src/index.js',
			'/a/node_modules/@scope/one/index.js',
			'/a/node_modules/svelte/node_modules/clsx/index.js',
			'/a/node_modules/svelte/src/other.js',
			'C:\\a\\node_modules\\@scope\\two\\index.js',
		]),
	).toEqual(['@scope/one', '@scope/two', 'clsx', 'svelte']);
});

describe('bill of materials', () => {
	const component = (name: string) => ({ 'bom-ref': `${name}@1.0.0`, name, version: '1.0.0' });
	const bill: BillOfMaterials = {
		specVersion: '1.5',
		serialNumber: 'urn:uuid:1',
		metadata: { timestamp: '2026-11-29T00:00:00Z', component: component('own') },
		components: [component('fastify')],
		dependencies: [
			{ ref: 'own@1.0.0', dependsOn: ['fastify@1.0.0'] },
			{ ref: 'fastify@1.0.0', dependsOn: [] },
		],
	};
	const entry = { version: '1.0.0', license: 'MIT', integrity: 'sha512-AAE=' };
	const locked = { 'node_modules/@scope/one': entry, 'node_modules/fastify': entry };

	test('adds bundled packages once, and drops what differs from run to run', () => {
		const full = completeBill(bill, ['@scope/one', 'fastify'], locked);
		expect(full).not.toHaveProperty('serialNumber');
		expect(full.metadata).toEqual({ component: component('own') });
		expect(full.components.map(({ name }) => name)).toEqual(['fastify', '@scope/one']);
		expect(full.components[1]).toMatchObject({
			purl: 'pkg:npm/%40scope/one@1.0.0',
			hashes: [{ alg: 'SHA-512', content: '0001' }],
			licenses: [{ license: { id: 'MIT' } }],
		});
		expect(full.dependencies).toEqual([
			{ ref: 'own@1.0.0', dependsOn: ['fastify@1.0.0', '@scope/one@1.0.0'] },
			{ ref: 'fastify@1.0.0', dependsOn: [] },
			{ ref: '@scope/one@1.0.0', dependsOn: [] },
		]);
	});

	test('refuses a bundled package that the lockfile does not describe', () => {
		expect(() => completeBill(bill, ['absent'], locked)).toThrow('does not describe absent');
		const weak = { 'node_modules/weak': { ...entry, integrity: 'sha1-AAE=' } };
		expect(() => completeBill(bill, ['weak'], weak)).toThrow('must have a SHA-512 in the lockfile: was sha1');
	});
});

test('states which bytes come from which commit', () => {
	const statement = provenanceOf({
		files: [{ name: 'carrywire-1.0.0.tgz', sha256: 'aa' }],
		repository: 'https://example.com/owner/name',
		commit: 'c0ffee',
		lockfile: { name: 'package-lock.json', sha256: 'bb' },
		nodeVersion: '24.21.0',
		npmVersion: '11.0.0',
		platform: 'linux-x64',
		startedOn: '2026-11-29T00:00:00.000Z',
		finishedOn: '2026-11-29T00:01:00.000Z',
	});
	expect(statement).toMatchObject({
		_type: 'https://in-toto.io/Statement/v1',
		subject: [{ name: 'carrywire-1.0.0.tgz', digest: { sha256: 'aa' } }],
		predicateType: 'https://slsa.dev/provenance/v1',
		predicate: {
			buildDefinition: {
				resolvedDependencies: [
					{ uri: 'git+https://example.com/owner/name.git@c0ffee', digest: { gitCommit: 'c0ffee' } },
					{ uri: expect.stringContaining('package-lock.json'), digest: { sha256: 'bb' } },
				],
			},
			runDetails: { builder: { id: expect.stringContaining('scripts/release.ts') } },
		},
	});
});
