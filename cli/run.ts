/** Runs one command line. See `exit-codes.ts` for the exit codes. */
import type { CliParts } from './cli-parts.ts';
import { readCommandLine } from './command-line.ts';
import { findCommand } from './commands.ts';

/** Runs one command line and resolves to the exit code; never rejects. */
export async function runCommandLine(argv: readonly string[], parts: CliParts): Promise<number> {
	const { output, terminal } = parts;
	try {
		const command = await readCommandLine(argv, terminal.stdout.columns());
		return await command.run(parts);
	} catch (error) {
		const { failureJson, failureOf } = await import('./failures.ts');
		const failure = failureOf(error);
		if (wantsJson(argv)) output.remark(failureJson(failure));
		else {
			for (const line of failure.lines) output.remark(`carrywire: ${line}`);
			for (const line of failure.advice) output.remark(line);
		}
		return failure.exitCode;
	}
}

/** True if a failure must be printed as JSON on standard error: with --json, in commands that call a service. */
function wantsJson(argv: readonly string[]): boolean {
	const [name = ''] = argv;
	const isCaller = findCommand(name)?.group === 'trade' || argv.includes('--mine');
	return isCaller && argv.includes('--json');
}
