/** Carries out one command line. Exit codes: `exit-codes.ts`. */
import type { CliParts } from './cli-parts.ts';
import { UsageError } from './command.ts';
import { readCommandLine } from './command-line.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { ConfigError } from './load-config.ts';

/** Answers the exit code; never rejects. */
export async function runCommandLine(argv: readonly string[], parts: CliParts): Promise<number> {
	const { output } = parts;
	try {
		return await readCommandLine(argv).run(parts);
	} catch (error) {
		if (error instanceof UsageError) {
			output.remark(`carrywire: ${error.message}`);
			output.remark(`See carrywire ${error.command === undefined ? '' : `${error.command} `}--help.`);
			return EXIT_CODES.USAGE;
		}
		if (error instanceof ConfigError) {
			for (const line of error.message.split('\n')) output.remark(`carrywire: ${line}`);
			return EXIT_CODES.USAGE;
		}
		output.remark(`carrywire: ${error instanceof Error ? error.message : String(error)}`);
		return EXIT_CODES.FAILURE;
	}
}
