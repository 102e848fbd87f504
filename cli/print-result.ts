/** Prints a command's result: as JSON for programs, or as readable lines. */
import type { Output } from '../src/ports/output.ts';

/** Prints one JSON document, or the lines, to standard output. */
export function printResult(
	{ print }: Pick<Output, 'print'>,
	isJson: boolean,
	result: unknown,
	lines: () => readonly string[],
): void {
	for (const line of isJson ? [JSON.stringify(result, null, '\t')] : lines()) print(line);
}
