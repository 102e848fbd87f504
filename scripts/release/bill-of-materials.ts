/**
 * Writes the bill of materials of a release in CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/, read on
 * 2026-11-29): every package that an installation may contain with its version, licence and SHA-512, and the packages
 * that are compiled into the pages. `npm sbom` lists the first; the lockfile describes the second.
 */
import { execFileSync } from 'node:child_process';

const OUTPUT_BYTES_MAX = 2 ** 26;

type Component = {
	readonly 'bom-ref': string;
	readonly name: string;
	readonly version: string;
	readonly [field: string]: unknown;
};

/** The fields of a bill of materials that this module reads or writes. */
export type BillOfMaterials = {
	readonly specVersion: string;
	readonly metadata: { readonly component: Component; readonly [field: string]: unknown };
	readonly components: readonly Component[];
	readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
	readonly [field: string]: unknown;
};

/** The part of the lockfile that describes packages. */
export type LockedPackages = Readonly<
	Record<string, { readonly version?: string; readonly license?: string; readonly integrity?: string }>
>;

/** Runs `npm sbom` on an unpacked package. @throws Error when npm fails */
export function npmBillOfMaterials(content: string): BillOfMaterials {
	const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
	return JSON.parse(
		execFileSync('npm', args, { cwd: content, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX }),
	);
}

/**
 * Adds the packages that are compiled into the pages, and removes what differs from run to run: npm's serial number
 * and time. Equal sources therefore give equal bytes.
 * @throws Error when the lockfile does not have a bundled package
 */
export function completeBill(
	bill: BillOfMaterials,
	bundled: readonly string[],
	locked: LockedPackages,
): BillOfMaterials {
	const { serialNumber: _serial, ...lasting } = bill;
	const { timestamp: _time, ...metadata } = bill.metadata;
	const listed = new Set(bill.components.map((component) => component['bom-ref']));
	const added = bundled
		.map((name) => bundledComponent(name, locked))
		.filter((component) => !listed.has(component['bom-ref']));
	const own = bill.metadata.component['bom-ref'];
	const refs = added.map((component) => component['bom-ref']);
	return {
		...lasting,
		metadata: { ...metadata, component: bill.metadata.component },
		components: [...bill.components, ...added],
		dependencies: [
			...bill.dependencies.map((entry) =>
				entry.ref === own ? { ...entry, dependsOn: [...entry.dependsOn, ...refs] } : entry,
			),
			...refs.map((ref) => ({ ref, dependsOn: [] })),
		],
	};
}

function bundledComponent(name: string, locked: LockedPackages): Component {
	const { version, license, integrity } = locked[`node_modules/${name}`] ?? {};
	if (version === undefined || license === undefined || integrity === undefined)
		throw new Error(`package-lock.json does not describe ${name}, which is compiled into a page.`);
	const [algorithm, hash = ''] = integrity.split('-');
	if (algorithm !== 'sha512')
		throw new Error(`${name} must have a SHA-512 in the lockfile: was ${algorithm}.`);
	return {
		'bom-ref': `${name}@${version}`,
		type: 'library',
		name,
		version,
		scope: 'required',
		purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
		properties: [{ name: 'carrywire:bundled', value: 'true' }],
		externalReferences: [],
		hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
		licenses: [{ license: { id: license } }],
	};
}
