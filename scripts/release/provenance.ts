/**
 * Writes the provenance statement of a release: which bytes were built from which commit, with which tools. The form
 * is an in-toto statement (https://in-toto.io/Statement/v1) with SLSA provenance
 * (https://slsa.dev/spec/v1.0/provenance, read on 2026-11-29). It is not signed; `docs/releasing.md` says how the owner
 * signs it.
 */

/** A file with its SHA-256 as hexadecimal text. */
export type HashedFile = { readonly name: string; readonly sha256: string };

/** The facts of a build. */
export type BuildFacts = {
	/** The files that the build made. */
	readonly files: readonly HashedFile[];
	/** Address of the repository, `https://…`. */
	readonly repository: string;
	/** The commit that was built, as hexadecimal text. */
	readonly commit: string;
	readonly lockfile: HashedFile;
	readonly nodeVersion: string;
	readonly npmVersion: string;
	/** Platform and architecture, such as `linux-x64`. */
	readonly platform: string;
	/** Times as ISO 8601. */
	readonly startedOn: string;
	readonly finishedOn: string;
};

/** Returns the statement as plain data for JSON. */
export function provenanceOf(facts: BuildFacts): object {
	const { repository, commit } = facts;
	return {
		_type: 'https://in-toto.io/Statement/v1',
		subject: facts.files.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
		predicateType: 'https://slsa.dev/provenance/v1',
		predicate: {
			buildDefinition: {
				buildType: `${repository}/blob/${commit}/docs/releasing.md`,
				externalParameters: { repository, commit, command: 'npm ci && npm run release' },
				internalParameters: {
					node: facts.nodeVersion,
					npm: facts.npmVersion,
					platform: facts.platform,
				},
				resolvedDependencies: [
					{ uri: `git+${repository}.git@${commit}`, digest: { gitCommit: commit } },
					{
						uri: `${repository}/blob/${commit}/${facts.lockfile.name}`,
						digest: { sha256: facts.lockfile.sha256 },
					},
				],
			},
			runDetails: {
				builder: { id: `${repository}/blob/${commit}/scripts/release.ts` },
				metadata: { startedOn: facts.startedOn, finishedOn: facts.finishedOn },
			},
		},
	};
}
