/* A client of `kibitz batch` in C: one process, a line of JSON for each question and each answer.
 *
 *     cc -o client examples/client.c && ./client [COMMAND]
 *
 * Answers come in the order of the questions, so no ids are needed. The protocol is in
 * docs/protocol.md. A program with a JSON library would read answers with that; all that this one
 * wants of them are texts, which `text_of` finds.
 */

#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

struct kibitz {
    pid_t process;
    FILE *questions, *answers;
    char *line;
    size_t room;
};

static int start(struct kibitz *kibitz, const char *command) {
    int in[2], out[2];
    if (pipe(in) || pipe(out)) return -1;
    kibitz->process = fork();
    if (kibitz->process < 0) return -1;
    if (kibitz->process == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[0]), close(in[1]), close(out[0]), close(out[1]);
        execlp(command, command, "batch", (char *)NULL);
        perror(command);
        _exit(127);
    }
    close(in[0]), close(out[1]);
    kibitz->questions = fdopen(in[1], "w");
    kibitz->answers = fdopen(out[0], "r");
    kibitz->line = NULL;
    kibitz->room = 0;
    return kibitz->questions && kibitz->answers ? 0 : -1;
}

/* The line that answers a line; it is there until the next question. None if the process ended. */
static const char *ask(struct kibitz *kibitz, const char *question) {
    if (fprintf(kibitz->questions, "%s\n", question) < 0 || fflush(kibitz->questions)) return NULL;
    return getline(&kibitz->line, &kibitz->room, kibitz->answers) < 0 ? NULL : kibitz->line;
}

/* The text that an answer has under a key, without the marks around it; none if it has none. */
static char *text_of(const char *answer, const char *key) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\"%s\": \"", key);
    const char *found = answer ? strstr(answer, wanted) : NULL;
    if (!found) return NULL;
    found += strlen(wanted);
    char *text = malloc(strlen(found) + 1), *end = text;
    if (!text) return NULL;
    while (*found && *found != '"') {
        if (*found == '\\' && found[1]) found++;
        *end++ = *found++;
    }
    *end = '\0';
    return text;
}

static int show(const char *answer, const char *key) {
    char *text = text_of(answer, key);
    if (!text && !(text = text_of(answer, "error"))) return 1;
    printf("%s\n", text);
    free(text);
    return 0;
}

int main(int count, char **words) {
    struct kibitz kibitz;
    int wrong = 0, status;
    signal(SIGPIPE, SIG_IGN); /* a process that has ended is said by `ask` */
    if (start(&kibitz, count > 1 ? words[1] : "kibitz")) return 1;

    const char *play = ask(&kibitz,
        "{\"ask\": \"choose\", \"player\": \"sampling\", \"seconds\": 5, \"view\": {"
        "\"game\": \"hearts\", \"seat\": 2, \"plays\": [\"C2\", \"CJ\"], \"hand\": [\"SQ\", \"S5\", "
        "\"HA\", \"DA\", \"DT\", \"D9\", \"D4\", \"D3\", \"CA\", \"C8\", \"C6\", \"C5\", \"C3\"]}}");
    wrong += show(play, "move");
    wrong += show(play, "why");
    wrong += show(play, "sure");

    wrong += show(ask(&kibitz,
        "{\"ask\": \"choose\", \"game\": \"whole-spades\", \"player\": \"rules\", "
        "\"view\": \"seat=0 hand=AKQ4.A3.K652.872 asks=bid\"}"), "move");
    wrong += show(ask(&kibitz, "{\"ask\": \"choose\", \"view\": 7}"), "move");

    fclose(kibitz.questions); /* no more questions: it ends */
    waitpid(kibitz.process, &status, 0);
    fclose(kibitz.answers);
    free(kibitz.line);
    return wrong ? 1 : 0;
}
