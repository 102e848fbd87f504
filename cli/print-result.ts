/** How the result of a command is printed: as JSON for programs, or as people read it. */
import type { Output } from '../src/ports/output.ts';

/** Prints JSON in one document, or the lines, to standard output alone. */
export function printResult(
	{ print }: Pick<Output, 'print'>,
	isJson: boolean,
	result: unknown,
	lines: () => readonly string[],
): void {
	for (const line of isJson ? [JSON.stringify(result, null, '\t')] : lines()) print(line);
}
