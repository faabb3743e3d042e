/** What a page says when it could not be read: a fault of ours, or a database that does not answer. */
export const FAILED_READ = "Something went wrong on our side. Try again in a moment.";
