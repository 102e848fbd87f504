/**
 * Ends the policy's process when the replay no longer holds the other end of file descriptor 4: the replay or its
 * thread has ended, in whatever way. It runs in a thread of its own, because a policy that computes without end hears
 * nothing.
 */

import { Socket } from 'node:net';

const LIFELINE = 4;

new Socket({ fd: LIFELINE }).on('error', end).on('close', end).resume();

function end(): void {
	process.kill(process.pid, 'SIGKILL');
}
