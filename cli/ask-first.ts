/** Asks for confirmation before a command does something irreversible. Every command uses the same wording. */
import { UsageError } from './command.ts';
import type { ServiceSession } from './service-command.ts';

/**
 * Checks that the command can ask the user for confirmation. @param what the action as a verb in the third person,
 * such as `opens`. @throws UsageError if there is no terminal, or with --json
 */
export function requireAskable(command: string, what: string, session: ServiceSession): void {
	const { keyboard, stderr } = session.terminal;
	if (session.json || !keyboard.isTerminal || !stderr.isTerminal)
		throw new UsageError(
			command,
			`${command} needs your confirmation before it ${what}. To run it without a terminal, or with --json, add --yes.`,
		);
}

/**
 * Asks the question, and resolves to true if the user types `yes`. Any other reply, or the end of the input, counts
 * as no.
 */
export async function hasSaidYes(question: string, { terminal }: ServiceSession): Promise<boolean> {
	terminal.stderr.write(`\n${question} `);
	const answer = await terminal.keyboard.line({ isSecret: false });
	return answer?.trim().toLowerCase() === 'yes';
}
