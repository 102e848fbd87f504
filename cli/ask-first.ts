/** Asks for confirmation before a command does something irreversible, in the same words for every command. */
import { UsageError } from './command.ts';
import type { ServiceSession } from './service-command.ts';

/**
 * Requires a terminal for the question. @param what action in the third person: `opens`. @throws UsageError without a
 * terminal or with --json
 */
export function requireAskable(command: string, what: string, session: ServiceSession): void {
	const { keyboard, stderr } = session.terminal;
	if (session.json || !keyboard.isTerminal || !stderr.isTerminal)
		throw new UsageError(
			command,
			`${command} needs your confirmation before it ${what}. Without a terminal, or with --json, add --yes.`,
		);
}

/** Whether the user typed yes. Any other answer, and the end of the input, counts as no. */
export async function hasSaidYes(question: string, { terminal }: ServiceSession): Promise<boolean> {
	terminal.stderr.write(`\n${question} `);
	const answer = await terminal.keyboard.line({ isSecret: false });
	return answer?.trim().toLowerCase() === 'yes';
}
