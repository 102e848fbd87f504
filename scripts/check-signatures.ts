/**
 * Checks every installed package against its registry's signature: `npm run signatures`. The registry publishes its
 * signing keys at a different address from its packages. If that address is unreachable, the script reports that it
 * checked nothing.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { signatureVerdict } from './signature-verdict.ts';

const { packages } = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')) as {
	readonly packages: Readonly<Record<string, unknown>>;
};
const audit = spawnSync('npm', ['audit', 'signatures', '--json', '--fetch-retries=0'], { encoding: 'utf8' });
if (audit.error !== undefined) throw audit.error;
const { state, sentence } = signatureVerdict(audit.stdout, Object.keys(packages).length);
console.log(sentence);
process.exitCode = state === 'bad' ? 1 : 0;
